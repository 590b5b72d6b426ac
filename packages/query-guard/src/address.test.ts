import { expect, test } from 'vitest'
import { isAddress, isNetwork } from './address.ts'

test.each([
  '192.0.2.7',
  '0.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  '1::',
  '2001:db8::7',
  '1:2:3:4:5:6:7:8',
  '::ffff:192.0.2.1',
  '1:2:3:4:5:6:192.0.2.1',
])('accepts %s as an IP address', (text) => expect(isAddress(text)).toBe(true))

test.each([
  '',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.07',
  '192.0.2.7.1',
  '1.2.3.4::',
  ':::',
  '1::2::3',
  ':1',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  'g::',
  '::1%eth0',
  '192.0.2.7/24',
])('rejects %j as an IP address', (text) => expect(isAddress(text)).toBe(false))

test.each([
  ['192.0.2.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/128', true],
  ['192.0.2.0/33', false],
  ['2001:db8::/129', false],
  ['192.0.2.0', false],
  ['192.0.2.0/', false],
  ['192.0.2/24', false],
])('%s as a network: %s', (text, expected) => expect(isNetwork(text)).toBe(expected))
