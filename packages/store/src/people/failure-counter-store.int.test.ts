import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anAccount } from '../../test/an-account.ts'
import { connectStore } from '../database/connect-store.ts'
import { createFailureCounterStore } from './failure-counter-store.ts'

/** A store of counters with a clock that the test can move. */
async function someCounters() {
  const made = await testStore()
  const clock = { offset: 0 }
  const store = connectStore(made.config, 'test', { clockOffsetSeconds: () => clock.offset })
  return {
    store,
    clock,
    counters: createFailureCounterStore(store),
    async [Symbol.asyncDispose]() {
      await store.close()
      await made[Symbol.asyncDispose]()
    },
  }
}

const olga = { username: 'olga', accountId: null, source: '192.0.2.7' }
const sourceOf = (number: number) => `198.51.100.${number}`

test('allows five failures, then delays each attempt, also after a restart', async () => {
  await using test = await someCounters()
  for (let each = 0; each < 5; each += 1) expect(await test.counters.admit(olga)).toMatchObject({ outcome: 'admitted' })
  const refused = { outcome: 'refused', by: 'account', retryAfterSeconds: 1 }
  expect(await test.counters.admit({ ...olga, source: sourceOf(1) })).toEqual(refused)
  expect(await createFailureCounterStore(test.store).admit(olga)).toEqual(refused)
  test.clock.offset = 1.5
  expect(await test.counters.admit(olga)).toMatchObject({ outcome: 'admitted' })
  expect(await test.counters.admit(olga)).toEqual({ ...refused, retryAfterSeconds: 2 })
})

test('admits no more concurrent attempts than sequential ones', async () => {
  await using test = await someCounters()
  const startedAt = performance.now()
  const tries = Array.from({ length: 40 }, (_, each) => test.counters.admit({ ...olga, source: sourceOf(each) }))
  const admitted = (await Promise.all(tries)).filter(({ outcome }) => outcome === 'admitted')
  // After the fifth, each attempt has to wait for a second at least: a busy machine may take longer than that.
  const waited = Math.floor((performance.now() - startedAt) / 1_000)
  expect(admitted.length).toBeGreaterThanOrEqual(5)
  expect(admitted.length).toBeLessThanOrEqual(5 + waited)
})

test('allows a source twenty failures in five minutes over all names', async () => {
  await using test = await someCounters()
  for (let each = 0; each < 20; each += 1) await test.counters.admit({ ...olga, username: `user-${each}` })
  expect(await test.counters.admit({ ...olga, username: 'another' })).toMatchObject({
    outcome: 'refused',
    by: 'source',
  })
  test.clock.offset = 301
  expect(await test.counters.admit({ ...olga, username: 'another' })).toMatchObject({ outcome: 'admitted' })
})

test('allows all unknown sources together fifty failures a minute', async () => {
  await using test = await someCounters()
  const attempt = (each: number) => ({ username: `user-${each}`, accountId: null, source: sourceOf(each) })
  for (let each = 0; each < 50; each += 1) await test.counters.admit(attempt(each))
  expect(await test.counters.admit(attempt(51))).toMatchObject({ outcome: 'refused', by: 'global' })
  test.clock.offset = 61
  expect(await test.counters.admit(attempt(51))).toMatchObject({ outcome: 'admitted' })
})

test('gives a source that the account signed in from a separate counter for ninety days', async () => {
  await using test = await someCounters()
  const accountId = await anAccount(test.store, 'operator', 'olga')
  const known = { ...olga, accountId }
  await test.counters.remember(accountId, known.source)
  for (let each = 0; each < 50; each += 1) {
    await test.counters.admit({ username: `user-${each % 11}`, accountId: null, source: sourceOf(each) })
    await test.counters.admit({ ...known, source: sourceOf(each) })
  }
  expect(await test.counters.admit({ ...known, source: sourceOf(99) })).toMatchObject({ outcome: 'refused' })
  expect(await test.counters.admit(known)).toMatchObject({ outcome: 'admitted', isKnown: true })
  // For another account it is an unknown source.
  expect(await test.counters.admit({ ...known, accountId: accountId + 1 })).toMatchObject({ outcome: 'refused' })

  test.clock.offset = 91 * 86_400
  expect(await test.counters.admit(known)).toMatchObject({ outcome: 'admitted', isKnown: false })
})

test('does not count a released attempt', async () => {
  await using test = await someCounters()
  for (let each = 0; each < 100; each += 1) {
    const admission = await test.counters.admit(olga)
    if (admission.outcome === 'refused') throw new Error(`refused at ${each}`)
    await test.counters.release(admission.counters)
  }
})

test('removes unused counters', async () => {
  await using test = await someCounters()
  for (let each = 0; each < 10; each += 1) await test.counters.admit({ ...olga, username: `user-${each}` })
  test.clock.offset = 86_401
  await test.counters.admit(olga)
  const left = await test.store.db.selectFrom('login_lane').select('lane').execute()
  expect(left).toHaveLength(3)
})
