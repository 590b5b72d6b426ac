import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createGenerationStore } from './generation-store.ts'
import { createLeaderLock } from '../database/leader-lock.ts'
import { createPlaceStore } from './place-store.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const b = { probeId: 2, stream: 'b'.repeat(32) }

test('keeps the first place that is stored', async () => {
  await using test = await testStore()
  const generations = createGenerationStore(test.store)
  const places = createPlaceStore(test.store)
  await generations.open(1, '2026-11-14')
  await generations.open(2, '2026-11-15')
  await places.add([{ ...a, firstSequence: 0, generation: 1 }])
  await places.add([
    { ...a, firstSequence: 0, generation: 2 },
    { ...a, firstSequence: 500, generation: 2 },
  ])
  expect(await places.find([a, b])).toEqual([
    { ...a, firstSequence: 0, generation: 1 },
    { ...a, firstSequence: 500, generation: 2 },
  ])
})

test('lists the streams that ended in a generation, and removes its places', async () => {
  await using test = await testStore()
  const generations = createGenerationStore(test.store)
  const places = createPlaceStore(test.store)
  await generations.open(1, '2026-11-14')
  await generations.open(2, '2026-11-15')
  await places.add([
    { ...a, firstSequence: 0, generation: 1 },
    { ...b, firstSequence: 0, generation: 1 },
    { ...b, firstSequence: 9, generation: 2 },
  ])
  expect(await places.endingIn(1)).toEqual([{ ...a, firstSequence: 0, generation: 1 }])
  await places.removeOf(1)
  expect(await places.find([a, b])).toEqual([{ ...b, firstSequence: 9, generation: 2 }])
})

test('moves a place to a later generation, never back', async () => {
  await using test = await testStore()
  const generations = createGenerationStore(test.store)
  const places = createPlaceStore(test.store)
  for (const number of [1, 2, 3]) await generations.open(number, '2026-11-14')
  const place = { ...a, firstSequence: 0, generation: 1 }
  await places.add([place, { ...b, firstSequence: 0, generation: 1 }])
  await places.move([place], 3)
  await places.move([place], 2)
  expect(await places.find([a, b])).toEqual([
    { ...place, generation: 3 },
    { ...b, firstSequence: 0, generation: 1 },
  ])
})

test('stores no place in a removed generation', async () => {
  await using test = await testStore()
  const generations = createGenerationStore(test.store)
  const places = createPlaceStore(test.store)
  for (const number of [1, 2, 3]) await generations.open(number, '2026-11-14')
  await generations.markSealed(2)
  await generations.markRemoved(2)
  const place = { ...a, firstSequence: 0, generation: 1 }
  await places.add([place, { ...b, firstSequence: 0, generation: 2 }])
  await places.move([place], 2)
  expect(await places.find([a, b])).toEqual([place])
})

test('opens a generation once, seals it before its removal, and keeps its day', async () => {
  await using test = await testStore()
  const generations = createGenerationStore(test.store)
  await generations.open(1, '2026-11-14')
  await generations.open(1, '2026-11-15')
  await expect(generations.markRemoved(1)).rejects.toThrow('generation_sealed_before_removed')
  await generations.requestRollOver()
  await generations.markSealed(1)
  await expect(generations.markDeleted(1)).rejects.toThrow('generation_removed_before_deleted')
  await generations.markRemoved(1)
  expect(await generations.list()).toMatchObject([
    { number: 1, day: '2026-11-14', isSealed: true, isRemoved: true, isRollOverRequested: true },
  ])
})

test('lets one process lead at a time, and another after it releases the lock', async () => {
  await using test = await testStore()
  const lead = createLeaderLock(test.store, 'indexerLeader')
  let wasRefused = false
  const first = await lead(async () => {
    wasRefused = !(await lead(async () => undefined))
  })
  expect([first, wasRefused]).toEqual([true, true])
  expect(await lead(async () => undefined)).toBe(true)
})
