import { expect, test } from 'vitest'
import { addressOf, sourceOf } from './source-address.ts'

test.each(['192.0.2.7', '2001:db8::1', '::1', '::ffff:c000:207'])('%s stays unchanged', (ip) => {
  expect(addressOf({ ip })).toBe(ip)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', 'unknown'],
])('%s counts as %s', (ip, source) => {
  expect(sourceOf(addressOf({ ip }))).toBe(source)
  expect(sourceOf(ip)).toBe(source)
})
