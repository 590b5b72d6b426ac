import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createClusterPositionStore } from './cluster-position-store.ts'

test('reads back a saved position and rejects a save with an outdated version', async () => {
  await using test = await testStore()
  const positions = createClusterPositionStore(test.store)
  expect(await positions.read()).toBe('absent')
  const first = {
    epoch: 1_794_906_000,
    offsets: new Map([
      [0, 5],
      [11, 2 ** 40],
    ]),
  }
  const second = { epoch: 1_794_906_001, offsets: new Map([[0, 0]]) }
  expect(await positions.save(first, 0)).toBe(1)
  expect(await positions.save(first, 0)).toBe('moved')
  expect(await positions.read()).toEqual({ position: first, version: 1 })
  expect(await positions.save(second, 1)).toBe(2)
  expect(await positions.save(first, 1)).toBe('moved')
  expect(await positions.read()).toEqual({ position: second, version: 2 })
  await positions.clear()
  expect(await positions.read()).toBe('absent')
})
