import type { Generation } from '@watchpost/store'
import { expect, test, vi } from 'vitest'
import { createGenerations } from './generations.ts'

const never = new AbortController().signal
const aGeneration = (number: number, isSealed = false): Generation => ({
  number,
  day: '2026-11-14',
  isSealed,
  isRemoved: false,
  isDeleted: false,
  isRollOverRequested: false,
  openedAt: new Date(),
})

test('the newest open generation is the current one', async () => {
  const generations = createGenerations({ list: async () => [aGeneration(1, true), aGeneration(2), aGeneration(3)] })
  expect((await generations.view(never)).current.number).toBe(3)
})

test('fails without a first view, and keeps the old view while the store is unreachable', async () => {
  let isAway = true
  const list = async () => {
    if (isAway) throw new Error('store away')
    return [aGeneration(1)]
  }
  const generations = createGenerations({ list })
  await expect(generations.view(never)).rejects.toThrow('store away')
  isAway = false
  await generations.view(never)
  isAway = true
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  expect((await generations.view(never)).current.number).toBe(1)
  vi.useRealTimers()
})
