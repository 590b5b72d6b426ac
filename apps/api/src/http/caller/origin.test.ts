import { expect, test } from 'vitest'
import { anActor } from '../../../test/people/a-credential.ts'
import { originOf, userAgentOf } from './origin.ts'

test('returns the caller, credential, IP address and request of a change', () => {
  const actor = anActor({ username: 'olga', credentialPrefix: '0a1b2c3d' })
  expect(originOf({ actor, ip: '::ffff:192.0.2.7', id: 'r-1' })).toEqual({
    accountId: 1,
    username: 'olga',
    via: 'token',
    credentialPrefix: '0a1b2c3d',
    address: '192.0.2.7',
    requestId: 'r-1',
  })
})

test('throws without a caller', () => {
  expect(() => originOf({ actor: null, ip: '192.0.2.7', id: 'r-1' })).toThrow('public route')
})

test('truncates and cleans the user agent', () => {
  expect(userAgentOf({ headers: {} })).toBe('')
  expect(userAgentOf({ headers: { 'user-agent': `a\u001b[2Jé${'x'.repeat(300)}` } })).toBe(`a?[2J?${'x'.repeat(250)}`)
})
