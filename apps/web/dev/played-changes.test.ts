import type { Alert, AlertGroup, AlertJob } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { createPlayedArrivals } from './played-arrivals.ts'
import { createPlayedChanges } from './played-changes.ts'
import type { RecordedAnswer } from './recorded-answer.ts'

const mark = { status: 'open', note: '', tags: [], verdict: null, reason: '', assignee: null }
const alert = (n: number) => ({ uuid: `7-ab-${String(n).padStart(12, '0')}`, mark }) as unknown as Alert
const recorded = (url: string, body: unknown): RecordedAnswer => ({
  method: 'GET',
  url,
  sent: null,
  status: 200,
  headers: {},
  text: JSON.stringify(body),
})
const list = [alert(1), alert(2)]
const groups = [{ group: 'g', count: 30, alert: alert(1) } as AlertGroup, { group: 'h', count: 2, alert: alert(2) }]
const answers = [
  recorded('/api/alerts?sort_by=date_desc&limit=500', list),
  recorded('/api/alerts/groups?sort_by=date_desc', groups),
  recorded('/api/alerts/summary', { total: 70, buckets: [] }),
]

function play() {
  const changes = createPlayedChanges(answers)
  const ask = (method: string, url: string, body?: object) => {
    const answer = changes.answer({ method, url, sent: body ? JSON.stringify(body) : null })
    return answer && (JSON.parse(answer.text) as AlertJob)
  }
  const statuses = (rows: unknown) =>
    (JSON.parse(changes.shown(JSON.stringify(rows))) as (Alert | AlertGroup)[]).map((row) =>
      'alert' in row ? row.alert.mark.status : row.mark.status,
    )
  return { changes, ask, statuses }
}

test('a job changes named alerts, is listed, and can be undone', () => {
  const { ask, statuses } = play()
  const started = ask('POST', '/api/alerts/jobs', { ids: [alert(1).uuid], change: { status: 'closed' } })
  expect(started).toMatchObject({ id: 1, state: 'finished', matching: 1, done: 1 })
  expect(statuses(list)).toEqual(['closed', 'open'])
  expect(ask('GET', '/api/alerts/jobs?limit=20')).toMatchObject([{ id: 1, undo: null }])
  expect(ask('POST', '/api/alerts/jobs/1/undo')).toMatchObject({ state: 'undone', undo: { restored: 1 } })
  expect(statuses(list)).toEqual(['open', 'open'])
  expect(ask('GET', '/api/alerts/jobs/1/exceptions?of=undo')).toEqual([])
})

test('a job changes groups with all their alerts, or everything that matches', () => {
  const { ask, statuses } = play()
  const acknowledge = { change: { status: 'acknowledged' } }
  expect(ask('POST', '/api/alerts/jobs', { filter: { group: ['g'] }, ...acknowledge })?.matching).toBe(30)
  expect(statuses(groups)).toEqual(['acknowledged', 'open'])
  expect(ask('POST', '/api/alerts/jobs', { filter: {}, as_of: '', ...acknowledge })?.matching).toBe(70)
  expect(statuses(groups)).toEqual(['acknowledged', 'acknowledged'])
})

test('marks one alert, and leaves all other requests to the recorded answers', () => {
  const { ask, changes, statuses } = play()
  const answer = changes.answer({
    method: 'PATCH',
    url: `${alertPath}/mark`,
    sent: '{"note":"seen","status":"closed"}',
  })
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ note: 'seen', status: 'closed' })
  expect(statuses(list)).toEqual(['open', 'closed'])
  expect(ask('GET', '/api/alerts?limit=5')).toBe(undefined)
  expect(ask('GET', '/api/alerts/jobs/9')).toBe(undefined)
})

const alertPath = `/api/alerts/${alert(2).uuid}`

test('recorded alerts arrive again with new ids, after a position', async () => {
  const arrive = createPlayedArrivals(answers, async () => undefined)
  const first = await arrive({ url: '/api/alerts?order=arrival&after=now&limit=500' })
  expect([first?.text, first?.headers.link]).toEqual(['[]', expect.stringContaining('after=arrived-0')])
  const next = async () =>
    JSON.parse((await arrive({ url: '/api/alerts?order=arrival&after=arrived-0&wait=20s' }))?.text ?? '[]') as Alert[]
  const uuids = [...(await next()), ...(await next()), ...list].map(({ uuid }) => uuid)
  expect(new Set(uuids).size).toBe(4)
  expect(await arrive({ url: '/api/alerts?limit=5' })).toBe(undefined)
})
