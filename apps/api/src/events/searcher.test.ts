import { expect, test } from 'vitest'
import { searcherOf } from './searcher.ts'

const operator = { accountId: 7, role: 'operator', via: 'token', credentialId: 3, scopes: null } as const

test('all sessions of an account share its limit; a key has its own', () => {
  expect(searcherOf(operator).caller).toBe('account 7')
  expect(searcherOf({ ...operator, via: 'cookie', credentialId: 4 }).caller).toBe('account 7')
  expect(searcherOf({ ...operator, via: 'key', scopes: ['search'] }).caller).toBe('key 3')
})

test('callers with the same permissions share answers, in any order of the permissions', () => {
  const key = (...scopes: ('search' | 'probes')[]) => searcherOf({ ...operator, via: 'key', scopes }).rights
  expect(key('search', 'probes')).toBe(key('probes', 'search'))
  expect(new Set([key('search'), key('search', 'probes'), searcherOf(operator).rights]).size).toBe(3)
  expect(searcherOf({ ...operator, role: 'administrator' }).rights).not.toBe(searcherOf(operator).rights)
})

test('administrators use the expert profile', () => {
  expect(searcherOf(operator).profile).toBe('operator')
  expect(searcherOf({ ...operator, role: 'administrator' }).profile).toBe('expert')
})

test('rejects a search without an actor', () => {
  expect(() => searcherOf(null)).toThrow('without a caller')
})
