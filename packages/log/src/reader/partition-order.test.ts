import { expect, test } from 'vitest'
import { createPartitionOrder } from './partition-order.ts'

function anOrder(kept = 0n) {
  const state = { kept, now: 0, looks: 0 }
  const expired: string[] = []
  const order = createPartitionOrder({
    firstKept: async () => {
      state.looks++
      return state.kept
    },
    onExpired: (partition, count) => void expired.push(`${partition}: ${count}`),
    now: () => state.now,
  })
  const accepted = async (offsets: readonly bigint[]) => {
    const delivered: bigint[] = []
    for (const offset of offsets) if (await order.accept(1, offset)) delivered.push(offset)
    return delivered
  }
  return { state, expired, order, accepted }
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => BigInt(first + index))

test('delivers each offset once, in order', async () => {
  const { order, accepted, expired } = anOrder()
  order.startAt(1, 5n)
  expect(await accepted([4n, 5n, 6n, 5n, 6n, 7n])).toEqual([5n, 6n, 7n])
  expect(expired).toEqual([])
})

test('delivers nothing of a partition that was not started', async () => {
  const { accepted } = anOrder()
  expect(await accepted([0n, 1n])).toEqual([])
})

test('does not deliver records fetched before a rebalance ahead of those that are fetched again', async () => {
  const { order, accepted, expired, state } = anOrder()
  order.startAt(1, 120n)
  expect(await accepted(range(140, 640))).toEqual([])
  expect(state.looks).toBe(1)
  expect(await accepted(range(120, 640))).toEqual(range(120, 640))
  expect(expired).toEqual([])
})

test('reports records that the log no longer holds, once', async () => {
  const { order, accepted, expired } = anOrder(8n)
  order.startAt(1, 5n)
  expect(await accepted([8n, 9n])).toEqual([8n, 9n])
  expect(expired).toEqual(['1: 3'])
})

test('reports only the expired part of a gap', async () => {
  const { order, accepted, expired } = anOrder(8n)
  order.startAt(1, 5n)
  expect(await accepted([20n, 8n])).toEqual([8n])
  expect(expired).toEqual(['1: 3'])
})

test('fails when the records before a gap do not arrive', async () => {
  const { order, accepted, state } = anOrder()
  order.startAt(1, 5n)
  expect(await accepted([8n])).toEqual([])
  state.now = 9_000
  expect(await accepted([9n])).toEqual([])
  state.now = 11_000
  await expect(accepted([10n])).rejects.toThrow('records 5 to 10 of partition 1 were skipped')
})

test('resumes a reassigned partition after the delivered records', async () => {
  const { order, accepted } = anOrder()
  order.startAt(1, 5n)
  expect(await accepted([5n, 6n])).toEqual([5n, 6n])
  order.startAt(1, 5n)
  expect(await accepted([5n, 6n, 7n])).toEqual([7n])
})
