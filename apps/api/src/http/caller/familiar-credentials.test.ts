import { expect, test } from 'vitest'
import { hashToken } from './credential.ts'
import { createFamiliarCredentials } from './familiar-credentials.ts'

const credential = (text: string) => ({ hash: hashToken(text) })

test('remembers a credential for ten minutes after its last use', () => {
  let now = 0
  const familiar = createFamiliarCredentials(() => now)
  familiar.remember(credential('a'))
  now = 9 * 60_000
  familiar.remember(credential('a'))
  now = 18 * 60_000
  expect([familiar.has(credential('a')), familiar.has(credential('b'))]).toEqual([true, false])
  now = 19 * 60_000
  expect(familiar.has(credential('a'))).toBe(false)
})

test('forgets a credential that has ended', () => {
  const familiar = createFamiliarCredentials()
  familiar.remember(credential('a'))
  familiar.forget(credential('a'))
  expect(familiar.has(credential('a'))).toBe(false)
})

test('remembers at most 10,000 credentials and evicts the least recently used', () => {
  const familiar = createFamiliarCredentials(() => 0)
  for (let each = 0; each < 10_000; each += 1) familiar.remember(credential(String(each)))
  familiar.remember(credential('0'))
  familiar.remember(credential('new'))
  expect(familiar.size()).toBe(10_000)
  expect(['0', '1', '2', 'new'].map((each) => familiar.has(credential(each)))).toEqual([true, false, true, true])
})
