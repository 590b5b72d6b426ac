import { expect, test } from 'vitest'
import { fieldsUnder, isFieldName, resolveField } from './field-catalog.ts'
import { exampleFields } from './fixtures/fields.ts'

test.each(['src_ip', '@timestamp', 'alert.signature', 'drop.verdict.reject-target', 'engine_id.0.scan_result'])(
  '%s is a field name',
  (name) => expect(isFieldName(name)).toBe(true),
)

test.each([
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  'a b',
  'a*',
  '*',
  'a:b',
  'é',
  '__proto__',
  'constructor',
  'a\n',
  'x'.repeat(257),
  'a.'.repeat(20) + 'a',
])('%j is none', (name) => expect(isFieldName(name)).toBe(false))

test('a key of a flat object can be searched like its root, and neither sorted by nor aggregated', () => {
  const flat = { type: 'flat_object', searchable: true, sortable: false, aggregatable: false }
  expect(resolveField(exampleFields, 'engine_id.7.threat_details').traits).toEqual(flat)
  expect(resolveField(exampleFields, 'engine_id').traits).toEqual(flat)
})

test('a name that no one has resolves to no traits', () => {
  expect(resolveField(exampleFields, 'engine_idx.7')).toEqual({
    name: 'engine_idx.7',
    asked: 'engine_idx.7',
    traits: undefined,
  })
})

test('an object counts for the fields under it', () => {
  expect(fieldsUnder(exampleFields, 'alert')).toBe(6)
  expect(fieldsUnder(exampleFields, 'src_ip')).toBe(1)
})
