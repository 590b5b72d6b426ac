import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { migrations } from './migrate.ts'
import { readStoreFacts } from './store-facts.ts'
import { readStoreHealth } from './store-health.ts'

test('reports version, clock, connections and pending migrations', async () => {
  await using made = await testStore()
  const health = await readStoreHealth(made.store, [...Object.keys(migrations), '20991231T0000-later'])
  expect(health.version).toBeGreaterThanOrEqual(150_000)
  expect(health.pending).toEqual(['20991231T0000-later'])
  expect(health.connections).toBeGreaterThan(0)
  expect(health.maxConnections).toBeGreaterThan(health.connections)
  expect(Math.abs(health.clockOffsetSeconds)).toBeLessThan(1)
})

test('reports table sizes but no contents', async () => {
  await using made = await testStore()
  const facts = await readStoreFacts(made.store)
  expect(facts).toMatchObject({ generations: [], exports: [], metrics: [] })
  expect(facts.tables).toContainEqual({ name: 'account', rows: expect.any(Number), bytes: expect.any(Number) })
})
