import type { AlertJob, JobException } from '@watchpost/contract'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'e'.repeat(32)
const within = { timeout: 90_000, interval: 250 }
const ALERTS = 2_300
const PER_REQUEST = 1_000

const alertAt = (n: number) => ({
  timestamp: new Date(Date.parse('2026-11-14T09:00:00.412Z') + n * 500).toISOString().replace('Z', '345+0000'),
  event_type: 'alert',
  flow_id: 1_725_790_140_454_000 + n,
  src_ip: '10.0.0.5',
  src_port: 40_000,
  dest_ip: '198.51.100.2',
  dest_port: 80,
  proto: 'TCP',
  alert: { signature: `SYNTHETIC ${n % 3}`, category: 'Misc activity', severity: 1 + (n % 3), signature_id: n },
})

type Watchpost = Awaited<ReturnType<typeof startTestWatchpost>>

async function send(watchpost: Watchpost, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += PER_REQUEST) {
    const size = Math.min(PER_REQUEST, to - first)
    const sent = await watchpost.sendEvents(
      stream,
      first,
      Array.from({ length: size }, (_, n) => alertAt(first + n)),
    )
    expect(sent.status).toBe(200)
  }
}

async function totalOf(watchpost: Watchpost, query = ''): Promise<number> {
  return Number((await watchpost.get(`/api/alerts/summary?${query}`)).body.total)
}

async function untilEnded(watchpost: Watchpost, { self }: AlertJob): Promise<AlertJob> {
  const read = async () => (await watchpost.get(self)).body as object as AlertJob
  await expect.poll(async () => (await read()).state, within).toMatch(/^(finished|failed|undone)$/)
  return read()
}

test('changes exactly the alerts that were counted, batch by batch, and undoes what no one changed since', async () => {
  await using watchpost = await startTestWatchpost()
  await send(watchpost, 0, ALERTS)
  await expect.poll(() => totalOf(watchpost), within).toBe(ALERTS)
  const rows = (await watchpost.get(`/api/alerts?sort_by=date&limit=${ALERTS}`)).body as object as { uuid: string }[]
  const uuids = rows.map(({ uuid }) => uuid)
  const mark = async (names: readonly string[], change: object) =>
    expect((await watchpost.call('/api/alerts/marks', { ids: names, ...change })).status).toBe(204)
  await mark(uuids.slice(0, 5), { status: 'acknowledged', verdict: 'benign', reason: 'known' })

  // An alert counts when its position is committed, which is a moment after it can be found.
  const count = async () => (await watchpost.get('/api/alerts/summary?status=open&as_of=now')).body
  await expect.poll(async () => (await count()).total, within).toBe(ALERTS - 5)
  const { as_of } = await count()

  // What happens between the count and the job: new alerts, and changes by others at both ends.
  await send(watchpost, ALERTS, ALERTS + 10)
  await expect.poll(() => totalOf(watchpost), within).toBe(ALERTS + 10)
  const others = [...uuids.slice(5, 8), ...uuids.slice(-2)]
  await mark(others, { status: 'acknowledged' })
  const change = { status: 'closed', verdict: 'false_positive', add_tags: ['bulk'] }
  const started = await watchpost.call('/api/alerts/jobs', { filter: { status: ['open'] }, as_of, change })
  expect(started.status).toBe(201)
  const job = await untilEnded(watchpost, started.body as object as AlertJob)
  expect(job).toMatchObject({
    state: 'finished',
    matching: ALERTS - 5,
    done: ALERTS - 10,
    skipped: 0,
    changed: 5,
    missing: 0,
  })
  expect(await totalOf(watchpost, 'status=closed&verdict=false_positive&tag=bulk')).toBe(ALERTS - 10)
  expect(await totalOf(watchpost, 'status=open')).toBe(10)
  expect(await totalOf(watchpost, 'status=acknowledged')).toBe(10)
  const left = (await watchpost.get(`${job.self}/exceptions`)).body as object as JobException[]
  expect(left.map(({ uuid, reason }) => [uuid, reason])).toEqual(others.toSorted().map((uuid) => [uuid, 'changed']))

  await mark(uuids.slice(100, 103), { note: 'wait' })
  const undoing = await watchpost.call(`${job.self}/undo`, {})
  const undone = await untilEnded(watchpost, undoing.body as object as AlertJob)
  expect(undone).toMatchObject({ state: 'undone', undo: { restored: ALERTS - 13, changed: 3, missing: 0 } })
  expect(await totalOf(watchpost, 'status=closed')).toBe(3)
  expect(await totalOf(watchpost, 'status=open&verdict=none&not_tag=bulk')).toBe(ALERTS + 10 - 10 - 3)
  expect(await totalOf(watchpost, 'status=acknowledged&verdict=benign')).toBe(5)
  const rest = (await watchpost.get(`${job.self}/exceptions?of=undo`)).body as object as JobException[]
  expect(rest.map(({ uuid }) => uuid)).toEqual(uuids.slice(100, 103).toSorted())
}, 300_000)

test('changes the alerts of a cluster, and named alerts at once', async () => {
  await using watchpost = await startTestWatchpost()
  await send(watchpost, 0, 40)
  const clusters = async () =>
    (await watchpost.get('/api/alerts/clusters?type_ip=dest&frequency=day')).body as object as { self: string }[]
  await expect.poll(async () => (await clusters()).length, within).toBe(1)
  await expect.poll(async () => (await watchpost.get('/api/alerts/summary?as_of=now')).body.total, within).toBe(40)
  const [cluster] = await clusters()
  const start = (body: object) => watchpost.call('/api/alerts/jobs', body)
  const ofCluster = await start({ cluster: cluster?.self, change: { assignee: 'admin' } })
  expect(ofCluster.body).toMatchObject({ state: 'finished', matching: 40, done: 40 })
  const [first] = (await watchpost.get('/api/alerts?limit=1')).body as object as { uuid: string; id: string }[]
  const named = await start({ ids: [first?.id], change: { status: 'closed' } })
  expect(named.body).toMatchObject({ state: 'finished', filter: null, matching: 1, done: 1 })
  expect((await watchpost.get('/api/alerts/jobs')).body).toMatchObject([{ matching: 1 }, { matching: 40 }])
}, 180_000)
