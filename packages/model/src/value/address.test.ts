import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress } from './address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:0::0001', '2001:db8::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::', '::'],
  ['fe80::1%eth0', undefined],
  ['192.0.2.7/24', undefined],
  ['', undefined],
  ['printer', undefined],
])('%s is %s', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})

test('returns a canonical IP address unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      const address = canonicalAddress(text)
      if (address !== undefined) expect(canonicalAddress(address)).toBe(address)
    }),
  )
})
