import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact } from './parse-exact.ts'

test.each([
  '{"a":18446744073709551615,"b":[9007199254740993,-9007199254740993],"c":"18446744073709551615"}',
  '[ 12345678901234567890, 1]',
  '{"a":{"b":9007199254740991,"c":0.5}}',
])('%s is written out unchanged', (text) => {
  expect(JSON.stringify(parseExact(text))).toBe(text.replaceAll(' ', ''))
})

test('parses everything else like JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(JSON.stringify(parseExact(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})
