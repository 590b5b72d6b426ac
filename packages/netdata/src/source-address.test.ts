import { expect, test } from 'vitest'
import { type Interfaces, sourceAddress } from './source-address.ts'

const entry = (address: string, family: 'IPv4' | 'IPv6') => ({
  address,
  family,
  netmask: '',
  mac: '',
  internal: false,
  cidr: null,
  ...(family === 'IPv6' && { scopeid: 0 }),
})
const interfaces = {
  eth0: [entry('192.0.2.7', 'IPv4'), entry('fe80::1', 'IPv6'), entry('2001:db8::7', 'IPv6')],
  eth1: [entry('198.51.100.7', 'IPv4')],
} as Interfaces

test.each([
  ['eth0', '192.0.2.20', '192.0.2.7'],
  ['eth1', '192.0.2.20', '198.51.100.7'],
  ['eth0', '2001:db8::20', '2001:db8::7'],
])('%s reaches %s from %s', (iface, target, expected) => {
  expect(sourceAddress(interfaces, iface, target)).toBe(expected)
})

test.each([
  ['eth9', '192.0.2.20', 'there are: eth0, eth1'],
  ['eth1', '2001:db8::20', 'no IPv6 address'],
  ['constructor', '192.0.2.20', 'no interface'],
])('%s to %s explains the failure', (iface, target, words) => {
  expect(() => sourceAddress(interfaces, iface, target)).toThrow(words)
})
