import { expect, test } from 'vitest'
import { readNetworks } from './networks.ts'

const networks = readNetworks('X', ['192.0.2.0/24', '198.51.100.7', '2001:db8:1::/48', '::1'])

test.each(['192.0.2.1', '::ffff:192.0.2.255', '198.51.100.7', '2001:db8:1:ffff::9', '::1'])(
  '%s is inside',
  (address) => {
    expect(networks.includes(address)).toBe(true)
  },
)

test.each(['192.0.3.1', '198.51.100.8', '2001:db8:2::1', '::2', '', 'localhost', '::ffff:198.51.100.8'])(
  '%s is outside',
  (address) => {
    expect(networks.includes(address)).toBe(false)
  },
)

test.each([
  '',
  'localhost',
  '192.0.2.0/33',
  '192.0.2.0/0',
  '::/0',
  '192.0.2.0/24/8',
  '192.0.2/24',
  'fe80::1%eth0',
  '1/x',
])('rejects "%s" with the name of the setting', (text) => {
  expect(() => readNetworks('WATCHPOST_API_PROXY_NETWORKS', [text])).toThrow(/WATCHPOST_API_PROXY_NETWORKS: "/)
})

test('trusts no source without networks', () => {
  const none = readNetworks('X', [])
  expect([none.isEmpty, none.includes('127.0.0.1')]).toEqual([true, false])
})
