import { expect, test } from 'vitest'
import { type CommitOffset, createGroupCommits } from './group-commits.ts'

class Rebalancing extends Error {}

/** A consumer with a broker that stores commits. `beforeSend` runs while a commit waits for its connection. */
function aGroup() {
  const sent: string[] = []
  const consumer = {
    generationId: 1,
    beforeSend: () => undefined as unknown,
    async commit({ offsets }: { offsets: CommitOffset[] }) {
      await consumer.beforeSend()
      for (const { partition, offset } of offsets) sent.push(`${partition}:${offset}`)
    },
  }
  const commits = createGroupCommits(consumer, {
    topic: 'events',
    leaderEpoch: () => 0,
    isRebalance: (error) => error instanceof Rebalancing,
  })
  const commit = (positions: Record<number, bigint>) =>
    commits.commit(new Map(Object.entries(positions).map(([key, offset]) => [Number(key), offset])))
  return { sent, consumer, commits, commit }
}

test('commits forward only', async () => {
  const { sent, commits, commit } = aGroup()
  await commits.joined(1, new Map([[0, 10n]]))
  expect(await commit({ 0: 8n })).toBe(true)
  expect(await commit({ 0: 12n })).toBe(true)
  expect(await commit({ 0: 11n })).toBe(true)
  expect(sent).toEqual(['0:12'])
})

test('does not commit a partition that was lost', async () => {
  const { sent, commits, commit, consumer } = aGroup()
  await commits.joined(
    1,
    new Map([
      [0, 0n],
      [1, 0n],
    ]),
  )
  commits.joining()
  consumer.generationId = 2
  await commits.joined(2, new Map([[0, 0n]]))
  expect(await commit({ 0: 5n, 1: 5n })).toBe(false)
  expect(sent).toEqual(['0:5'])
})

test('commits nothing between a join and its assignment, and everything after it', async () => {
  const { sent, commits, commit, consumer } = aGroup()
  await commits.joined(1, new Map([[0, 0n]]))
  consumer.generationId = 2
  expect(await commit({ 0: 5n })).toBe(false)
  commits.joining()
  expect(await commit({ 0: 6n })).toBe(false)
  expect(sent).toEqual([])
  await commits.joined(2, new Map([[0, 0n]]))
  expect(sent).toEqual(['0:6'])
})

test('drops a lost partition from a commit that waits for its connection during a join', async () => {
  const { sent, commits, commit, consumer } = aGroup()
  await commits.joined(
    1,
    new Map([
      [0, 0n],
      [1, 0n],
    ]),
  )
  consumer.beforeSend = () => {
    consumer.generationId = 2
    commits.joining()
    consumer.beforeSend = () => undefined
  }
  expect(await commit({ 0: 5n, 1: 5n })).toBe(false)
  expect(sent).toEqual([])
  await commits.joined(2, new Map([[0, 0n]]))
  expect(sent).toEqual(['0:5'])
})

test('resends a rejected commit after the rebalance, unless another copy is ahead', async () => {
  const { sent, commits, commit, consumer } = aGroup()
  await commits.joined(
    1,
    new Map([
      [0, 0n],
      [1, 0n],
    ]),
  )
  consumer.beforeSend = () => {
    throw new Rebalancing()
  }
  expect(await commit({ 0: 5n, 1: 5n })).toBe(false)
  consumer.beforeSend = () => undefined
  commits.joining()
  consumer.generationId = 2
  await commits.joined(
    2,
    new Map([
      [0, 0n],
      [1, 9n],
    ]),
  )
  expect(sent).toEqual(['0:5'])
})

test('commits stored records of a lost partition when it comes back', async () => {
  const { sent, commits, commit, consumer } = aGroup()
  await commits.joined(1, new Map([[0, 0n]]))
  commits.joining()
  consumer.generationId = 2
  await commits.joined(2, new Map())
  expect(await commit({ 0: 5n })).toBe(false)
  commits.joining()
  consumer.generationId = 3
  await commits.joined(3, new Map([[0, 3n]]))
  expect(sent).toEqual(['0:5'])
})
