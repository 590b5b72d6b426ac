import { expect, test } from 'vitest'
import { queueOf } from './queue.ts'

const MIB = 1_024 ** 2
const budget = { workMs: 10_000, memoryBytes: 256 * MIB }

function queue(workMs: number, expectedMs: number, memoryBytes = MIB) {
  return queueOf({ workMs, memoryBytes }, budget, () => expectedMs)
}

test('a body is cheap if its worst case is', () => {
  expect(queue(250, 250)).toBe('cheap')
  expect(queue(250, 250, 200 * MIB)).toBe('cheap')
  expect(queue(251, 251)).toBe('costly')
})

test('a body is cheap if eight times its expected cost and a quarter of its worst case are', () => {
  expect(queue(1_000, 31)).toBe('cheap')
  expect(queue(1_000, 32)).toBe('costly')
  expect(queue(1_001, 1)).toBe('costly')
})

test('a body with high memory use is cheap only by its worst case', () => {
  expect(queue(900, 10, 32 * MIB)).toBe('cheap')
  expect(queue(900, 10, 33 * MIB)).toBe('costly')
})
