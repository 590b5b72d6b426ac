import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin } from '../../test/an-account.ts'
import { createAlertMarkStore } from './alert-mark-store.ts'
import { createAlertOutboxStore } from './alert-outbox-store.ts'
import type { MarkableAlert } from './mark-rows.ts'

const origin = anOrigin()
const alerts: MarkableAlert[] = Array.from({ length: 6 }, (_, n) => ({
  uuid: `1-${'a'.repeat(32)}-00000000000${n}`,
  atMs: 1_000 + n,
  receivedAt: new Date(`2026-11-1${n}T00:00:00Z`),
}))
const [first, second] = alerts as [MarkableAlert, MarkableAlert]

test('tells whether it is longer than a number', async () => {
  await using test = await testStore()
  const outbox = createAlertOutboxStore(test.store)
  expect(await outbox.isLongerThan(0)).toBe(false)
  await createAlertMarkStore(test.store).change(origin, alerts.slice(0, 2), { status: 'closed' })
  expect([await outbox.isLongerThan(1), await outbox.isLongerThan(2)]).toEqual([true, false])
})

test('holds the newest state of each changed alert until the engine has it', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  await marks.change(origin, [first, second], { status: 'acknowledged' })
  const [earlier] = await outbox.due(1)
  await marks.change(origin, [first], { status: 'closed', verdict: 'benign', addTags: ['x'] })
  const due = await outbox.due(9)
  expect(due).toHaveLength(2)
  const state = due.find(({ uuid }) => uuid === first.uuid)
  expect(state).toMatchObject({ atMs: 1_000, status: 'closed', verdict: 'benign', tags: ['x'], assignee: null })
  expect(state?.revision).toBeGreaterThan(earlier?.revision ?? 0)

  await outbox.remove(earlier ? [earlier] : [])
  expect((await outbox.backlog()).count).toBe(2)
  await outbox.remove(due)
  expect((await outbox.backlog()).count).toBe(0)
})

test('takes no change that the engine does not need', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  await marks.change(origin, [first], { note: 'looking' })
  await marks.change(origin, [second], { status: 'open' })
  expect(await outbox.due(9)).toEqual([])
  await marks.change(origin, [first], { verdict: 'benign', reason: 'one' })
  await outbox.remove(await outbox.due(9))
  await marks.change(origin, [first], { verdict: 'benign', reason: 'two' })
  expect((await outbox.backlog()).count).toBe(0)
})

test('remembers a change of the status until the engine has it, whatever changes next', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  const isChanged = async () => (await outbox.due(9)).map(({ isStatusChanged }) => isStatusChanged)
  await marks.change(origin, [first], { verdict: 'benign' })
  expect(await isChanged()).toEqual([false])
  await marks.change(origin, [first], { status: 'closed' })
  await marks.change(origin, [first], { addTags: ['x'] })
  expect(await isChanged()).toEqual([true])
  await outbox.remove(await outbox.due(9))
  await marks.change(origin, [first], { assignee: null, addTags: ['y'] })
  expect(await isChanged()).toEqual([false])
})

test('lists pending alerts of a time range, postpones some, and forgets those of removed alerts', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  await marks.change(origin, alerts, { status: 'closed' })
  const within = await outbox.within({ fromMs: 1_001, toMs: 1_002, limit: 9 })
  expect(new Set(within.map(({ atMs }) => atMs))).toEqual(new Set([1_001, 1_002]))
  expect(await outbox.within({ limit: 4 })).toHaveLength(4)
  const due = await outbox.due(9)
  const ofFirst = due.filter(({ uuid }) => uuid === first.uuid)
  await outbox.postpone(ofFirst, 60, 'no such field')
  expect(await outbox.backlog()).toMatchObject({ count: alerts.length, refused: 1 })
  expect((await outbox.due(9)).map(({ uuid }) => uuid)).not.toContain(first.uuid)
  expect(await outbox.within({ toMs: 1_000, limit: 9 })).toHaveLength(1)
  await marks.removeBefore(new Date('2026-11-14T00:00:00Z'))
  expect((await outbox.backlog()).count).toBe(2)
})

test('never deadlocks with changes of the same alerts', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  const changes = Array.from({ length: 12 }, (_, n) =>
    marks.change(origin, n % 2 ? alerts : alerts.toReversed(), { addTags: [`t${n}`] }),
  )
  const removals = Array.from({ length: 12 }, async () => outbox.remove((await outbox.due(9)).toReversed()))
  await Promise.all([...changes, ...removals])
  await outbox.remove(await outbox.due(9))
  expect((await outbox.backlog()).count).toBe(0)
})
