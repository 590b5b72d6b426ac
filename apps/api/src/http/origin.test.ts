import { expect, test } from 'vitest'
import { addressOf, originOf } from './origin.ts'

test('a change carries who asked, with what, from where and in which request', () => {
  const actor = {
    accountId: 1,
    username: 'olga',
    role: 'operator',
    via: 'token',
    credentialPrefix: '0a1b2c3d',
  } as const
  expect(originOf({ actor, ip: '::ffff:192.0.2.7', id: 'r-1' })).toEqual({
    accountId: 1,
    username: 'olga',
    via: 'token',
    credentialPrefix: '0a1b2c3d',
    address: '192.0.2.7',
    requestId: 'r-1',
  })
})

test('nobody changes anything', () => {
  expect(() => originOf({ actor: null, ip: '192.0.2.7', id: 'r-1' })).toThrow('public route')
})

test.each(['192.0.2.7', '2001:db8::1', '::1', '::ffff:c000:207'])('%s stays as it is', (ip) => {
  expect(addressOf({ ip })).toBe(ip)
})
