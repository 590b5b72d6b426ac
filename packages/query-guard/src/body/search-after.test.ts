import { expect, test } from 'vitest'
import { guarded } from '../fixtures/guarded.ts'

function written(text: string): string {
  const result = guarded(text)
  return JSON.stringify(result.ok ? result.body.search_after : result.refusals)
}

test.each([
  ['the end of the long range', 'flow_id', '9223372036854775807', '[9223372036854775807]'],
  ['the same as a caller with doubles sends it', 'flow_id', '9223372036854776000', '[9223372036854775807]'],
  ['the other end', 'flow_id', '-9223372036854776000', '[-9223372036854775808]'],
  ['the end of the unsigned range', 'x.unsigned', '18446744073709552000', '[18446744073709551615]'],
  ['documents without a time', '@timestamp', '9223372036854776000', '[9223372036854775807]'],
  ['the same as Python writes it', '@timestamp', '9.223372036854776e+18', '[9223372036854775807]'],
  ['documents without a fraction', 'scores.proba_obfuscated', '"-Infinity"', '["-Infinity"]'],
  ['an ordinary number', 'flow_id', '7', '[7]'],
])('%s', (_what, field, value, expected) => {
  expect(written(`{"sort":["${field}"],"search_after":[${value}]}`)).toBe(expected)
})

test('an empty list is ignored', () => {
  expect(written('{"sort":["flow_id"],"search_after":[]}')).toBe(JSON.stringify(undefined))
})
