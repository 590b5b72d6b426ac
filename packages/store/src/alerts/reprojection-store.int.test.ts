import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anOrigin } from '../../test/an-account.ts'
import { createAlertMarkStore } from './alert-mark-store.ts'
import { createAlertOutboxStore } from './alert-outbox-store.ts'
import type { MarkableAlert } from './mark-rows.ts'
import { createReprojectionStore } from './reprojection-store.ts'

const origin = anOrigin()
const alerts: MarkableAlert[] = Array.from({ length: 6 }, (_, n) => ({
  uuid: `1-${'a'.repeat(32)}-00000000000${n}`,
  atMs: 1_000 + n,
  receivedAt: new Date(`2026-11-1${n}T00:00:00Z`),
}))
const [first, second] = alerts as [MarkableAlert, MarkableAlert]

test('puts all marks into the outbox in parts, with higher revisions, and leaves the marks as they are', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  const again = createReprojectionStore(test.store)
  expect(await again.current()).toBe(undefined)
  await marks.change(origin, alerts, { status: 'closed' })
  const before = await outbox.due(9)
  await outbox.remove(before)
  const marked = await marks.find([first.uuid])

  await again.request(origin)
  const limit = (await again.current())?.before ?? 0
  await again.queueSome(4)
  expect((await outbox.backlog()).count).toBe(4)
  expect(await again.current()).toEqual({ before: limit, isQueued: false })
  await again.queueSome(4)
  expect(await again.current()).toEqual({ before: limit, isQueued: true })
  const after = await outbox.due(9)
  expect(after).toHaveLength(alerts.length)
  for (const { uuid, revision } of before) {
    expect(limit).toBeGreaterThan(revision)
    expect(after.find((each) => each.uuid === uuid)?.revision).toBeGreaterThan(limit)
  }
  expect(await marks.find([first.uuid])).toEqual(marked)
})

test('does not revise what was changed since the request', async () => {
  await using test = await testStore()
  const marks = createAlertMarkStore(test.store)
  const outbox = createAlertOutboxStore(test.store)
  const again = createReprojectionStore(test.store)
  await marks.change(origin, [first, second], { status: 'closed' })
  await again.request(origin)
  await marks.change(origin, [first], { status: 'open' })
  const changed = (await outbox.due(9)).find(({ uuid }) => uuid === first.uuid)
  await again.queueSome(9)
  expect((await outbox.due(9)).find(({ uuid }) => uuid === first.uuid)).toEqual(changed)
})

test('a request during another one starts from the beginning, and only the last one finishes', async () => {
  await using test = await testStore()
  const again = createReprojectionStore(test.store)
  await again.request(origin)
  await again.queueSome(9)
  const earlier = (await again.current())?.before ?? 0
  await again.request(origin)
  await again.finish(earlier)
  const later = await again.current()
  expect(later).toEqual({ before: expect.any(Number), isQueued: false })
  await again.finish(later?.before ?? 0)
  expect(await again.current()).toEqual(later)
  await again.queueSome(9)
  await again.finish(later?.before ?? 0)
  expect(await again.current()).toBe(undefined)
})
