import { expect, test } from 'vitest'
import { refuseOpenAddresses } from './open-addresses.ts'

test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost', '', undefined])('a stack may listen on %s', (host) => {
  expect(() => refuseOpenAddresses({ WATCHPOST_API_HOST: host })).not.toThrow()
})

test.each(['0.0.0.0', '::', '192.0.2.1', 'example.org', '::ffff:192.0.2.1'])(
  'a stack does not listen on %s',
  (host) => {
    expect(() => refuseOpenAddresses({ WATCHPOST_GATEWAY_HOST: host })).toThrow('--insecure')
  },
)

test('names every setting that opens the stack', () => {
  const env = { WATCHPOST_API_HOST: '::', WATCHPOST_INTERNAL_HOST: '::1', WATCHPOST_APPLIANCE_INTERNAL_HOST: '0.0.0.0' }
  expect(() => refuseOpenAddresses(env)).toThrow(/2 problem.*API_HOST is ::.*APPLIANCE_INTERNAL_HOST is 0.0.0.0/s)
})
