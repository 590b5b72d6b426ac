import type { Alert, Cluster, ClusterDetail } from '@watchpost/contract'
import { createClusterRecountStore, createRiskPolicyStore } from '@watchpost/store'
import { testOrigin } from '@watchpost/testkit/test-secrets'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const stream = 'c'.repeat(32)
const within = { timeout: 60_000, interval: 100 }
const day = '2026-11-14'

/** Alerts of one IP address in two hours, each with another destination. */
const network = (n: number) => ({
  timestamp: `${day}T${n < 4 ? '09' : '10'}:00:0${n}.000000+0000`,
  event_type: 'alert',
  flow_id: n,
  src_ip: '10.0.0.5',
  dest_ip: `198.51.100.${n}`,
  proto: 'TCP',
  alert: { signature: 'SYNTHETIC', category: 'Misc activity', severity: 1, signature_id: 1 },
})

type Watchpost = Awaited<ReturnType<typeof startTestWatchpost>>

const listed = async (watchpost: Watchpost, query: string) =>
  (await watchpost.get(`/api/alerts/clusters?${query}`)).body as object as Cluster[]
const countsOf = (cluster: Cluster | undefined) =>
  cluster && [cluster.number_alerts, cluster.open, cluster.acknowledged, cluster.closed]
/** The counts of the day of the IP address, and of its two hours. */
async function counts(watchpost: Watchpost) {
  const days = await listed(watchpost, 'ip=10.0.0.5&frequency=day&type_ip=both')
  const hours = await listed(watchpost, 'ip=10.0.0.5&sort_by=date')
  return [...days, ...hours].map(countsOf)
}

async function withAlerts(watchpost: Watchpost): Promise<string[]> {
  await watchpost.sendEvents(stream, 0, [0, 1, 2, 3, 4, 5].map(network))
  await expect
    .poll(() => counts(watchpost), within)
    .toEqual([
      [6, 6, 0, 0],
      [4, 4, 0, 0],
      [2, 2, 0, 0],
    ])
  const alerts = (await watchpost.get('/api/alerts?sort_by=date')).body as object as Alert[]
  return alerts.map(({ uuid }) => uuid)
}

const mark = (watchpost: Watchpost, ids: string[], status: string) =>
  watchpost.call('/api/alerts/marks', { ids, status })

test('counts of clusters follow changes of status', async () => {
  await using watchpost = await startTestWatchpost()
  const all = await withAlerts(watchpost)
  const changedAt = performance.now()
  await mark(watchpost, all.slice(0, 3), 'acknowledged')
  await expect
    .poll(() => counts(watchpost), within)
    .toEqual([
      [6, 3, 3, 0],
      [4, 1, 3, 0],
      [2, 2, 0, 0],
    ])
  expect(performance.now() - changedAt).toBeLessThan(15_000)

  await mark(watchpost, all.slice(4), 'closed')
  await expect.poll(async () => (await counts(watchpost))[2], within).toEqual([2, 0, 0, 2])
  const hoursOf = async (query: string) => (await listed(watchpost, `ip=10.0.0.5&${query}`)).map(({ date }) => date)
  expect(await hoursOf('has_open=true')).toEqual([`${day}T09:00:00`])
  expect(await hoursOf('has_open=false')).toEqual([`${day}T10:00:00`])
  const [closed] = await listed(watchpost, 'ip=10.0.0.5&has_open=false')
  const detail = (await watchpost.get(closed?.self ?? '')).body as object as ClusterDetail
  expect(countsOf(detail)).toEqual([2, 0, 0, 2])
  // The other side of a closed alert.
  expect((await listed(watchpost, 'ip=198.51.100.5&type_ip=dest')).map(countsOf)).toEqual([[1, 0, 0, 1]])

  // A late alert of the closed hour, and one that is open again.
  await watchpost.sendEvents(stream, 6, [network(6)])
  await mark(watchpost, all.slice(4, 5), 'open')
  await expect.poll(async () => (await counts(watchpost))[2], within).toEqual([3, 2, 0, 1])
  await expect.poll(async () => (await counts(watchpost))[0], within).toEqual([7, 3, 3, 1])
})

test('counts again what was written but not removed, also when it changed again', async () => {
  await using watchpost = await startTestWatchpost()
  const all = await withAlerts(watchpost)
  const { db } = watchpost.store
  // Every leader fails between writing the clusters and removing the reason to count them.
  await sql`
    create function stay() returns trigger language plpgsql as $$ begin raise exception 'not removed'; end $$
  `.execute(db)
  await sql`
    create trigger stay before delete on cluster_recount for each row execute function stay()
  `.execute(db)
  const termOf = async () => (await db.selectFrom('cluster_counting').select('term').executeTakeFirstOrThrow()).term
  const term = await termOf()
  await mark(watchpost, all.slice(0, 4), 'closed')
  await expect.poll(async () => (await counts(watchpost))[1], within).toEqual([4, 0, 0, 4])
  await expect.poll(termOf, within).toBeGreaterThan(term)
  const recounts = createClusterRecountStore(watchpost.store)
  expect((await recounts.backlog()).count).toBeGreaterThan(0)

  await mark(watchpost, all.slice(0, 1), 'acknowledged')
  await expect.poll(async () => (await counts(watchpost))[1], within).toEqual([4, 0, 1, 3])
  await sql`drop trigger stay on cluster_recount`.execute(db)
  await expect.poll(async () => (await recounts.backlog()).count, within).toBe(0)
  expect(await counts(watchpost)).toEqual([
    [6, 2, 1, 3],
    [4, 0, 1, 3],
    [2, 2, 0, 0],
  ])
})

test('scores existing clusters by a new policy on request, and keeps their counts', async () => {
  await using watchpost = await startTestWatchpost()
  const all = await withAlerts(watchpost)
  await mark(watchpost, all.slice(0, 4), 'closed')
  await expect.poll(async () => (await counts(watchpost))[1], within).toEqual([4, 0, 0, 4])
  const scores = async () =>
    (await listed(watchpost, 'ip=10.0.0.5&sort_by=date')).map(({ risk_score, worst_risk }) => risk_score - worst_risk)
  // The highest alert counts fully; repetition adds to it.
  const before = await scores()
  expect(before.every((each) => each >= 0)).toBe(true)

  const policies = createRiskPolicyStore(watchpost.store)
  const { policy, version } = await policies.newest()
  await policies.add(testOrigin, { ...policy, cluster: { ...policy.cluster, worst_percent: 0 } })
  const recounts = createClusterRecountStore(watchpost.store)
  expect(await recounts.request(testOrigin)).toBe(version + 1)
  await expect.poll(scores, within).not.toEqual(before)
  await expect.poll(recounts.backlog, within).toMatchObject({ count: 0, isQueueing: false })
  expect((await scores()).every((each) => each < 0)).toBe(true)
  expect((await counts(watchpost))[1]).toEqual([4, 0, 0, 4])
  const [cluster] = await listed(watchpost, 'ip=10.0.0.5')
  const detail = (await watchpost.get(cluster?.self ?? '')).body as object as ClusterDetail
  expect(detail.policy_version).toBe(version + 1)
})
