import { expect, test } from 'vitest'
import { exampleFields } from '../fixtures/fields.ts'
import { guardSearch } from '../guard-search.ts'

function written(text: string): string {
  const result = guardSearch(new TextEncoder().encode(text), { fields: exampleFields, kind: 'search' })
  return JSON.stringify(result.ok ? result.body.search_after : result.refusals)
}

test.each([
  ['the end of the long range', 'flow_id', '9223372036854775807', '[9223372036854775807]'],
  ['the same as a caller with doubles sends it', 'flow_id', '9223372036854776000', '[9223372036854775807]'],
  ['the other end', 'flow_id', '-9223372036854776000', '[-9223372036854775808]'],
  ['the end of the unsigned range', 'flow.bytes', '18446744073709552000', '[18446744073709551615]'],
  ['an ordinary number', 'flow_id', '7', '[7]'],
])('%s', (_what, field, value, expected) => {
  expect(written(`{"sort":["${field}"],"search_after":[${value}]}`)).toBe(expected)
})

test('an empty list is ignored', () => {
  expect(written('{"sort":["flow_id"],"search_after":[]}')).toBe(JSON.stringify(undefined))
})
