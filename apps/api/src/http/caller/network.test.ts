import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNetworkWithin, isWithin, readNetwork } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7/32'],
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:0:0:1::/48', '2001:db8::/48'],
  ['::/0', '::/0'],
  ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
  ['::ffff:c000:207', '192.0.2.7/32'],
])('normalises %s to %s', (text, network) => {
  expect(readNetwork(text)).toBe(network)
})

test.each([
  '',
  'example.org',
  '192.0.2',
  '010.0.0.1',
  '0x7f.1',
  '192.0.2.0/33',
  '192.0.2.0/-1',
  '192.0.2.0/1e1',
  '192.0.2.0/24/8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '::ffff:0.0.0.0/90',
])('rejects %s as a network', (text) => {
  expect(readNetwork(text)).toBe('invalid')
})

test.each([
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24'], false],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['2001:db8::7', ['192.0.2.0/24', '2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32'], false],
  ['192.0.2.7', ['::/0'], false],
  ['nonsense', ['0.0.0.0/0'], false],
])('%s within %j: %s', (address, networks, expected) => {
  expect(isWithin(address, networks)).toBe(expected)
})

test.each([
  ['192.0.2.0/24', ['192.0.2.0/24'], true],
  ['192.0.2.128/25', ['10.0.0.0/8', '192.0.2.0/24'], true],
  ['192.0.2.0/23', ['192.0.2.0/24'], false],
  ['192.0.3.0/24', ['192.0.2.0/24'], false],
  ['0.0.0.0/0', ['::/0'], false],
  ['::/0', ['0.0.0.0/0'], false],
  ['2001:db8::/64', ['2001:db8::/48'], true],
  ['2001:db8::/32', ['2001:db8::/48'], false],
  // Two halves are not combined.
  ['192.0.2.0/24', ['192.0.2.0/25', '192.0.2.128/25'], false],
])('%s as a whole within %j: %s', (network, others, expected) => {
  expect(isNetworkWithin(network, others)).toBe(expected)
})

test('contains every IP address in each network made from its own bits', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  const property = fc.property(address, fc.nat(128), (each, length) => {
    const longest = each.includes(':') ? 128 : 32
    const network = readNetwork(`${each}/${Math.min(length, longest)}`)
    fc.pre(network !== 'invalid')
    expect(isWithin(each, [network])).toBe(true)
  })
  fc.assert(property)
})
