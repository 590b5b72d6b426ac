import { expect, test } from 'vitest'
import { fieldsUnder, isFieldName, resolveField } from './field-catalog.ts'
import { exampleFields } from './fixtures/fields.ts'

test.each(['src_ip', '@timestamp', 'alert.signature', 'drop.verdict.reject-target', 'engine_id.0.scan_result'])(
  'accepts %s as a field name',
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
])('rejects %j as a field name', (name) => expect(isFieldName(name)).toBe(false))

test('a key of a flat object is searchable like its root, but neither sortable nor aggregatable', () => {
  const flat = { type: 'flat_object', searchable: true, sortable: false, aggregatable: false }
  expect(resolveField(exampleFields, 'engine_id.7.threat_details').traits).toEqual(flat)
  expect(resolveField(exampleFields, 'engine_id').traits).toEqual(flat)
})

test('an unknown name resolves to no traits', () => {
  expect(resolveField(exampleFields, 'engine_idx.7')).toEqual({
    name: 'engine_idx.7',
    asked: 'engine_idx.7',
    traits: undefined,
  })
})

test('an object counts as all fields below it', () => {
  expect(fieldsUnder(exampleFields, 'alert')).toBe(6)
  expect(fieldsUnder(exampleFields, 'src_ip')).toBe(1)
})
