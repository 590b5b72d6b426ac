import { expect, test } from 'vitest'
import { type CommitOffset, createGroupCommits } from './group-commits.ts'

class Rebalancing extends Error {}

/** A consumer whose broker stores what is committed; `beforeSend` runs while a commit waits for its connection. */
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

test('commits nothing between a join and its assignment, and all of it after', async () => {
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

test('a join while a commit waits for its connection takes the lost partition out of it', async () => {
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

test('a refused commit is sent after the rebalance, unless another copy has come further', async () => {
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

test('a partition that was lost and comes back is committed as far as it was stored', async () => {
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
