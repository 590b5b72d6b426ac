import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createClusterPositionStore } from './cluster-position-store.ts'

const first = {
  epoch: 1_794_906_000,
  offsets: new Map([
    [0, 5],
    [11, 2 ** 40],
  ]),
}
const second = { epoch: 1_794_906_001, offsets: new Map([[0, 0]]) }

test('reads back a saved position', async () => {
  await using test = await testStore()
  const positions = createClusterPositionStore(test.store)
  const { term, position } = await positions.begin()
  expect(position).toBeUndefined()
  expect(await positions.save(first, term)).toBe(true)
  expect(await positions.save(second, term)).toBe(true)
  expect(await positions.begin()).toMatchObject({ position: second })
})

test('gives each leader a higher term and rejects a save by a former one', async () => {
  await using test = await testStore()
  const positions = createClusterPositionStore(test.store)
  const former = await positions.begin()
  expect(former.term).toBeGreaterThan(Date.now() / 1_000 - 60)
  await positions.save(first, former.term)
  const { term } = await positions.begin()
  expect(term).toBeGreaterThan(former.term)
  expect(await positions.save(second, former.term)).toBe(false)
  expect(await positions.begin()).toMatchObject({ position: first })

  const future = 2 ** 32 - 9
  await test.store.db.updateTable('cluster_counting').set({ term: future }).execute()
  expect((await positions.begin()).term).toBe(future + 1)
})
