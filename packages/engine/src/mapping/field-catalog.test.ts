import { expect, test } from 'vitest'
import { fieldCatalog } from './field-catalog.ts'

const all = { searchable: true, sortable: true, aggregatable: true }
const none = { searchable: false, sortable: false, aggregatable: false }

test.each([
  ['src_ip', { type: 'ip', ...all }],
  ['alert.signature', { type: 'keyword', ...all }],
  ['fileinfo.stored', { type: 'boolean', ...all }],
  ['@timestamp', { type: 'date', ...all }],
  ['timestamp', { type: 'date', ...all, sameAs: '@timestamp' }],
  ['timestamp_detected', { type: 'date', ...all, sameAs: '@timestamp' }],
  ['timestamp_analyzed', { type: 'date', ...all, sameAs: '@timestamp' }],
  ['timestamp_received', { type: 'date', ...all }],
  ['http.status', { type: 'long', ...all, isColumn: true }],
  ['dhcp.client_ip', { type: 'ip', ...all, isColumn: true }],
  ['uuid', { type: 'keyword', ...all, isColumn: true, isId: true }],
  ['stats', { type: 'flat_object', ...none, searchable: true }],
  ['payload', { type: 'keyword', ...none }],
  ['mqtt.publish.properties', { type: 'object', ...none }],
])('%s supports what its mapping allows', (path, field) => {
  expect(fieldCatalog('network_events').get(path)).toEqual(field)
})

test('lists the fields of a family and of its context, and no others', () => {
  const malware = fieldCatalog('malware')
  expect(malware.has('detail_threat_found')).toBe(true)
  expect(malware.has('http.hostname')).toBe(true)
  expect(malware.has('dns.rrname')).toBe(false)
  expect(fieldCatalog('network_events').has('detail_threat_found')).toBe(false)
})

test('lists the time of a verdict as a separate field', () => {
  expect(fieldCatalog('malware').get('timestamp_analyzed')).toEqual({ type: 'date', ...all, isColumn: true })
  expect(fieldCatalog('code_analysis').get('timestamp_detected')).toEqual({
    type: 'date',
    ...all,
    sameAs: '@timestamp',
  })
})

test('does not list objects', () => {
  expect(fieldCatalog('network_events').has('alert')).toBe(false)
})
