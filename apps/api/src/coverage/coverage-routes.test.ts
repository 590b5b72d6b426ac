import { expect, test } from 'vitest'
import { anApi, asOperator } from '../../test/an-api.ts'

const now = new Date('2026-11-17T15:20:00Z')
const at = (time: string) => new Date(`2026-11-17T${time}Z`)
const get = (url: string) => ({ url, headers: asOperator })

test('reports a range without a cause as complete', async () => {
  await using api = await anApi({ coverage: { now } })
  const answer = await api.app.inject(get('/api/coverage'))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    state: 'complete',
    from: '2026-11-16T15:20:00.000Z',
    to: '2026-11-17T15:20:00.000Z',
    probe_count: 2,
    affected_probe_count: 0,
    causes: [],
    hours: [],
    probes: [],
    is_truncated: false,
  })
})

test('reports faults by cause, by hour and by probe', async () => {
  const silence = { probeId: 8, from: at('13:50:00'), to: at('14:35:00'), isOpen: false }
  const hour = { deadLettered: 2, expired: 0, missing: 3, givenUp: 1, late: 0 }
  const facts = { hours: [{ probeId: 7, hour: at('14:00:00'), ...hour }], silences: [silence] }
  await using api = await anApi({ coverage: { now, facts } })
  const answer = await api.app.inject(get('/api/coverage?from=2026-11-17T14:00&to=2026-11-17T14:59'))
  const statement = answer.json()
  expect(statement).toMatchObject({
    state: 'incomplete',
    to: '2026-11-17T14:59:59.999Z',
    affected_probe_count: 2,
    missing: 3,
    given_up: 1,
    dead_lettered: 2,
    silent_seconds: 2_100,
    causes: [
      { cause: 'missing', probes: 1, count: 3, is_open: true },
      { cause: 'dead_lettered', count: 2, is_open: true },
      { cause: 'silent', count: 2_100, from: '2026-11-17T14:00:00.000Z', to: '2026-11-17T14:35:00.000Z' },
    ],
    hours: [{ hour: '2026-11-17T14:00:00.000Z', missing: 3, silent_probes: 1, silent_seconds: 2_100 }],
    probes: [
      { id: 8, silences: [{ from: '2026-11-17T14:00:00.000Z', is_open: false }], hours: [{ silent_seconds: 2_100 }] },
      { id: 7, fqdn: 'probe-07.example.test', is_removed: false, hours: [{ missing: 3, dead_lettered: 2 }] },
    ],
  })
  expect(statement.probes[1].hours[0]).not.toHaveProperty('received')
})

test('reports what arrived from the requested probe', async () => {
  const hour = { received: 10, indexed: 10, deadLettered: 0, expired: 0, missing: 0, givenUp: 0, late: 0 }
  const facts = { hours: [{ probeId: 7, hour: at('14:00:00'), ...hour }] }
  await using api = await anApi({ coverage: { now, facts } })
  const answer = await api.app.inject(get('/api/coverage?probe_id=7'))
  expect(answer.json()).toMatchObject({
    state: 'complete',
    probes: [{ id: 7, hours: [{ received: 10, indexed: 10 }] }],
  })
})

test('reports what is outstanding for any range, and since when a probe is expected', async () => {
  await using api = await anApi({
    coverage: { now, open: { silentProbes: 2, missing: 5, givenUp: 2, deadLettered: 19 } },
  })
  const answer = await api.app.inject(get('/api/coverage?from=2026-11-01&to=2026-11-02'))
  expect(answer.json()).toMatchObject({
    state: 'complete',
    expected_from: null,
    open: { silent_probes: 2, late: 0, missing: 3, dead_lettered: 19 },
  })
  const ofProbe = await api.app.inject(get('/api/coverage?probe_id=7'))
  expect(ofProbe.json()).toMatchObject({ expected_from: '1970-01-01T00:00:00.000Z' })
})

test('asks for the given range and probe', async () => {
  const asked: unknown[] = []
  await using api = await anApi({ coverage: { now, onRead: (wish) => void asked.push(wish) } })
  await api.app.inject(get('/api/coverage?from=2026-11-17&probe_id=7'))
  expect(asked).toEqual([{ from: at('00:00:00'), to: now, probeId: 7 }])
})

test.each([
  ['from=yesterday', 400, 'from'],
  ['to=2026-13-01', 400, 'to'],
  ['from=2026-11-17T16:00:00Z', 400, 'from'],
  ['probe_id=0', 400, 'probe_id'],
  ['probe_id=9', 404, undefined],
])('refuses %s', async (query, status, parameter) => {
  await using api = await anApi({ coverage: { now } })
  const answer = await api.app.inject(get(`/api/coverage?${query}`))
  expect([answer.statusCode, answer.json().errors?.[0]?.parameter]).toEqual([status, parameter])
})
