import type { PartitionProgress } from '@watchpost/log'
import { expect, test } from 'vitest'
import { createStallWatch } from './stall-watch.ts'

function aGroup() {
  const state = {
    now: 0,
    positions: new Map<number, PartitionProgress>([
      [0, { committed: 10, end: 10 }],
      [1, { committed: 10, end: 10 }],
    ]),
    own: [0],
    taken: [0, 1],
    isLeading: false,
    cause: undefined as string | undefined,
    holds: [] as string[],
  }
  const errors: unknown[] = []
  const rejoins: string[] = []
  const watch = createStallWatch(
    {
      progress: async () => state.positions,
      epoch: () => 3,
      assigned: () => state.own,
      assignedToAny: async () => new Set(state.taken),
      isLeading: () => state.isLeading,
      waitsFor: () => state.cause,
      holds: async () => state.holds,
      rejoin: (reason) => void rejoins.push(reason),
      logger: {
        error: (fields: { partition: number }) => void errors.push(fields.partition),
        warn: () => undefined,
        info: () => undefined,
      } as never,
    },
    () => state.now,
  )
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 5) {
      state.now += 5_000
      await watch.look()
    }
  }
  const unread = (partition: number, committed: number, end: number) =>
    void state.positions.set(partition, { committed, end })
  return { state, watch, errors, rejoins, pass, unread }
}

test('raises an alarm once when unread records wait for a minute', async () => {
  const { watch, errors, pass, unread } = aGroup()
  unread(0, 10, 12)
  await pass(55)
  expect(watch.stalled()).toEqual([])
  await pass(30)
  expect(watch.stalled()).toEqual([0])
  expect(errors).toEqual([0])
  unread(0, 12, 12)
  await pass(5)
  expect(watch.stalled()).toEqual([])
})

test('a partition that advances is not stalled, even if it is far behind', async () => {
  const { errors, pass, unread } = aGroup()
  for (let position = 10; position < 40; position++) {
    unread(0, position, 1_000)
    await pass(30)
  }
  expect(errors).toEqual([])
})

test.each([
  ['the engine does not answer', { cause: 'storing: no-answer' }],
  ['ingest is on hold', { holds: ['engine-disk-full'] }],
])('raises no alarm while %s, and one a minute after', async (_name, change) => {
  const { state, errors, pass, unread } = aGroup()
  unread(0, 10, 12)
  Object.assign(state, change)
  await pass(600)
  expect(errors).toEqual([])
  Object.assign(state, { cause: undefined, holds: [] })
  await pass(130)
  expect(errors).toEqual([0])
})

test('the leader watches partitions that no indexer has', async () => {
  const { state, errors, pass, unread } = aGroup()
  unread(1, 10, 12)
  state.taken = [0]
  await pass(120)
  expect(errors).toEqual([])
  state.isLeading = true
  await pass(70)
  expect(errors).toEqual([1])
})

test('rejoins, but not in the first five minutes', async () => {
  const { rejoins, pass, unread } = aGroup()
  unread(0, 10, 12)
  await pass(290)
  expect(rejoins).toEqual([])
  await pass(10)
  expect(rejoins).toEqual(['partitions 0 have unread records and do not move'])
})
