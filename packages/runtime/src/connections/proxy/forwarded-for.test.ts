import { expect, test } from 'vitest'
import { lastForwardedFor } from './forwarded-for.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['<script>,192.0.2.7 ', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  [['203.0.113.9', '192.0.2.7'], '192.0.2.7'],
  ['192.0.2.7,', undefined],
  ['192.0.2.7, unknown', undefined],
  ['192.0.2.7:4711', undefined],
  ['[2001:db8::1]', undefined],
  ['fe80::1%eth0', undefined],
  ['', undefined],
  [undefined, undefined],
])('for %j the last IP address is %s', (header, address) => {
  expect(lastForwardedFor(header)).toBe(address)
})
