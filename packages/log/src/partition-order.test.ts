import { expect, test } from 'vitest'
import { createPartitionOrder } from './partition-order.ts'

function anOrder(kept = 0n) {
  const told: string[] = []
  const order = createPartitionOrder({
    firstKept: async () => kept,
    rewind: (partition, offset) => void told.push(`rewind ${partition} to ${offset}`),
    onExpired: (partition, count) => void told.push(`expired ${partition}: ${count}`),
  })
  return { told, order }
}

test('delivers each offset once, in order', async () => {
  const { order, told } = anOrder()
  order.startAt(1, 5n)
  const delivered = [4n, 5n, 6n, 5n, 6n, 7n].map((offset) => order.accept(1, offset))
  expect(delivered).toEqual([false, true, true, false, false, true])
  expect(told).toEqual([])
})

test('delivers nothing of a partition that is not assigned', async () => {
  const { order } = anOrder()
  order.startAt(1, 5n)
  order.forget(1)
  expect(order.accept(1, 5n)).toBe(false)
  expect(order.accept(2, 0n)).toBe(false)
})

test('reads again what the client skipped', async () => {
  const { order, told } = anOrder()
  order.startAt(1, 5n)
  expect(await order.accept(1, 8n)).toBe(false)
  expect(await order.accept(1, 9n)).toBe(false)
  expect(told).toEqual(['rewind 1 to 5', 'rewind 1 to 5'])
  expect([5n, 6n, 7n, 8n].map((offset) => order.accept(1, offset))).toEqual([true, true, true, true])
})

test('reports records that the log no longer holds, once', async () => {
  const { order, told } = anOrder(8n)
  order.startAt(1, 5n)
  expect(await order.accept(1, 8n)).toBe(true)
  expect(order.accept(1, 9n)).toBe(true)
  expect(told).toEqual(['expired 1: 3'])
})

test('reports only what expired when the client skipped more', async () => {
  const { order, told } = anOrder(8n)
  order.startAt(1, 5n)
  expect(await order.accept(1, 20n)).toBe(false)
  expect(order.accept(1, 8n)).toBe(true)
  expect(told).toEqual(['expired 1: 3', 'rewind 1 to 8'])
})

test('does not wait for ever for records that never come', async () => {
  const { order, told } = anOrder()
  order.startAt(1, 5n)
  for (let turn = 0; turn < 5; turn++) expect(await order.accept(1, 8n)).toBe(false)
  expect(await order.accept(1, 8n)).toBe(true)
  expect(told.at(-1)).toBe('expired 1: 3')
})

test('a partition that stays assigned goes on from what was delivered', () => {
  const { order } = anOrder()
  order.startAt(1, 5n)
  expect([5n, 6n].map((offset) => order.accept(1, offset))).toEqual([true, true])
  order.startAt(1, 5n)
  expect([5n, 6n, 7n].map((offset) => order.accept(1, offset))).toEqual([false, false, true])
})
