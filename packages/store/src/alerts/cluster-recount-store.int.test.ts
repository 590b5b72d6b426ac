import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin } from '../../test/an-account.ts'
import { createAlertMarkStore } from './alert-mark-store.ts'
import { createAlertOutboxStore } from './alert-outbox-store.ts'
import { createClusterPositionStore } from './cluster-position-store.ts'
import { createClusterRecountStore } from './cluster-recount-store.ts'
import { createReprojectionStore } from './reprojection-store.ts'
import { createRiskPolicyStore } from './risk-policy-store.ts'

const first = { day: '2026-11-14', ip: '10.0.0.1', hours: 1 }
const second = { day: '2026-11-14', ip: '2001:db8::1', hours: 2 }
/** None waits because of the others. */
const atOnce = { many: 1_000, seconds: 20 }

test('keeps what is touched again during a count, and lets it wait from then on', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  const { term } = await createClusterPositionStore(test.store).begin()
  await recounts.touch([first, second, first])
  await test.store.db
    .updateTable('cluster_recount')
    .set({ touched_at: new Date('2026-11-01') })
    .execute()
  const due = await recounts.due(9, atOnce)
  expect(due).toHaveLength(2)
  await recounts.touch([second])
  expect(await recounts.remove(due, term)).toBe(true)
  expect(await recounts.due(9, atOnce)).toEqual([{ ...second, touch: 2 }])
  const backlog = await recounts.backlog()
  expect(backlog).toMatchObject({ count: 1, isQueueing: false })
  expect(backlog.oldestSeconds).toBeLessThan(60)
  expect(await recounts.remove(await recounts.due(9, atOnce), term)).toBe(true)
  expect(await recounts.backlog()).toEqual({ count: 0, oldestSeconds: 0, isQueueing: false })
})

test('lets a former leader remove nothing', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  const positions = createClusterPositionStore(test.store)
  const former = await positions.begin()
  await recounts.touch([first])
  await positions.begin()
  expect(await recounts.remove(await recounts.due(1, atOnce), former.term)).toBe(false)
  expect(await recounts.due(1, atOnce)).toHaveLength(1)
})

test('concurrent touches and removals neither lose one nor deadlock', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  const { term } = await createClusterPositionStore(test.store).begin()
  const all = Array.from({ length: 40 }, (_, n) => ({ day: '2026-11-14', ip: `10.0.0.${n}`, hours: 1 }))
  let removed = 0
  const touch = async () => {
    for (let n = 0; n < 20; n++) await recounts.touch(all.toSorted(() => (n % 2 === 0 ? 1 : -1)))
  }
  const remove = async () => {
    for (let n = 0; n < 20; n++) {
      const due = await recounts.due(30, atOnce)
      await recounts.remove(due.toReversed(), term)
      removed += due.length
    }
  }
  await Promise.all([touch(), touch(), remove()])
  expect(removed).toBeGreaterThan(0)
  await recounts.touch(all)
  expect(await recounts.due(99, atOnce)).toHaveLength(40)
})

test('queues all clusters from the beginning on each request', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  expect(await recounts.current()).toEqual({ policyVersion: 1 })
  const newest = await createRiskPolicyStore(test.store).newestVersion()
  expect(await recounts.request(anOrigin())).toBe(newest)
  expect(await recounts.current()).toEqual({ policyVersion: newest, after: [] })
  await recounts.queue([first], [], [1_794_000_000_000, '10.0.0.1'])
  expect(await recounts.current()).toMatchObject({ after: [1_794_000_000_000, '10.0.0.1'] })
  await recounts.request(anOrigin())
  await recounts.queue([second], [1_794_000_000_000, '10.0.0.1'], undefined)
  expect(await recounts.due(9, atOnce)).toEqual([{ ...first, hours: 2 ** 24 - 1, touch: 1 }])
  await recounts.queue([second], [], undefined)
  expect(await recounts.current()).toEqual({ policyVersion: newest })
  expect(await recounts.due(9, atOnce)).toHaveLength(2)
})

test('counts all clusters again after all states were copied again', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  const reprojection = createReprojectionStore(test.store)
  const alert = { uuid: `1-${'a'.repeat(32)}-000000000001`, atMs: 1, receivedAt: new Date() }
  await createAlertMarkStore(test.store).change(anOrigin(), [alert], { status: 'closed' })
  await reprojection.request(anOrigin())
  const before = (await reprojection.current())?.before ?? 0
  await reprojection.finish(before)
  expect(await recounts.current()).toEqual({ policyVersion: 1 })
  await reprojection.queueSome(9)
  await reprojection.finish(before - 1)
  expect(await recounts.current()).toEqual({ policyVersion: 1 })
  await reprojection.finish(before)
  expect(await recounts.current()).toEqual({ policyVersion: 1, after: [] })
  expect(await createAlertOutboxStore(test.store).due(9)).toHaveLength(1)
})

test('many wait for some time, because the same change touches them again', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  await recounts.touch([first, second])
  expect(await recounts.due(9, { many: 3, seconds: 20 })).toHaveLength(2)
  expect(await recounts.due(9, { many: 2, seconds: 20 })).toEqual([])
  await test.store.db
    .updateTable('cluster_recount')
    .set({ touched_at: new Date(Date.now() - 21_000) })
    .where('ip', '=', first.ip)
    .execute()
  expect(await recounts.due(9, { many: 2, seconds: 20 })).toEqual([{ ...first, touch: 1 }])
})

test('collects the hours of all reasons; all hours when everything is queued', async () => {
  await using test = await testStore()
  const recounts = createClusterRecountStore(test.store)
  await recounts.touch([first, { ...first, hours: 4 }, second])
  await recounts.touch([{ ...first, hours: 8 }])
  const hoursOf = async () => (await recounts.due(9, atOnce)).map(({ ip, hours }) => [ip, hours])
  expect(await hoursOf()).toEqual([
    [first.ip, 13],
    [second.ip, 2],
  ])
  await recounts.request(anOrigin())
  await recounts.queue([first], [], undefined)
  expect(new Map((await hoursOf()) as [string, number][]).get(first.ip)).toBe(2 ** 24 - 1)
})
