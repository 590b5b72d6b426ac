import { families, type Family } from '@watchpost/model'
import { expect, test } from 'vitest'
import { fieldsOf } from './family-fields.ts'
import { buildIndexBody, nest, type Properties } from './index-body.ts'

const options = { shards: 3, replicas: 1, refreshSeconds: 5, codec: 'default' } as const

test('takes settings from the configuration, but not limits', () => {
  expect(buildIndexBody('malware', options).settings).toMatchInlineSnapshot(`
    {
      "index": {
        "codec": "default",
        "mapping": {
          "ignore_malformed": true,
          "total_fields": {
            "limit": 1500,
          },
        },
        "max_regex_length": 100,
        "max_result_window": 10000,
        "max_terms_count": 2048,
        "merge": {
          "scheduler": {
            "auto_throttle": true,
            "max_force_merge_mb_per_sec": "20",
            "max_thread_count": 1,
          },
        },
        "merge_on_flush": {
          "enabled": false,
        },
        "number_of_replicas": 1,
        "number_of_shards": 3,
        "optimize_doc_id_lookup": {
          "fuzzy_set": {
            "enabled": true,
            "false_positive_probability": 0.01,
          },
        },
        "refresh_interval": "5s",
        "translog": {
          "durability": "request",
        },
      },
    }
  `)
})

test('does not add fields dynamically', () => {
  for (const family of families) expect(buildIndexBody(family, options).mappings.dynamic).toBe(false)
})

test.each(families)('%s stays well below the field limit, including objects', (family) => {
  const { mappings, settings } = buildIndexBody(family, options)
  expect(countOf(mappings.properties)).toBeLessThan(settings.index.mapping.total_fields.limit * 0.75)
})

test('maps the expected number of fields of each type', () => {
  expect(Object.fromEntries(families.map((family) => [family, typesOf(family)]))).toMatchInlineSnapshot(`
    {
      "code_analysis": {
        "boolean": 23,
        "date": 9,
        "double": 1,
        "flat_object": 3,
        "integer": 14,
        "ip": 6,
        "keyword": 188,
        "long": 94,
        "object": 1,
        "unsigned_long": 1,
      },
      "malware": {
        "boolean": 24,
        "date": 10,
        "flat_object": 4,
        "integer": 14,
        "ip": 6,
        "keyword": 191,
        "long": 84,
        "object": 1,
        "unsigned_long": 1,
      },
      "network_events": {
        "boolean": 120,
        "date": 10,
        "flat_object": 3,
        "integer": 23,
        "ip": 21,
        "keyword": 431,
        "long": 270,
        "object": 11,
        "unsigned_long": 1,
      },
    }
  `)
})

test.each<[Family, Record<string, string>]>([
  [
    'network_events',
    {
      event_type: 'keyword',
      '@timestamp': 'date',
      'fileinfo.stored': 'boolean',
      'alert.severity': 'long',
      'alert.signature': 'keyword',
      src_ip: 'ip',
      dest_ip: 'ip',
    },
  ],
  [
    'malware',
    {
      event_type: 'keyword',
      severity: 'integer',
      detail_threat_found: 'keyword',
      state: 'keyword',
      '@timestamp': 'date',
    },
  ],
  [
    'code_analysis',
    {
      event_type: 'keyword',
      severity: 'integer',
      'scores.analysis': 'long',
      sub_type: 'keyword',
      '@timestamp': 'date',
    },
  ],
])('the fields that the API documents for %s have the types its searches need', (family, types) => {
  const fields = fieldsOf(family)
  expect(Object.fromEntries(Object.keys(types).map((path) => [path, fields.get(path)?.type]))).toEqual(types)
})

test.each<[string, object]>([
  ['flow_id', { type: 'long' }],
  ['src_port', { type: 'integer' }],
  ['flow.bytes_toserver', { type: 'long' }],
  ['dns.grouped.AAAA', { type: 'ip' }],
  ['http.xff', { type: 'keyword' }],
  ['http.url', { type: 'keyword', ignore_above: 8191 }],
  ['flow.start', { type: 'date' }],
  ['tls.notafter', { type: 'date' }],
  ['email.date', { type: 'keyword' }],
  ['payload', { type: 'keyword', index: false, doc_values: false }],
  ['packet', { type: 'keyword', index: false, doc_values: false }],
  ['stats', { type: 'flat_object' }],
  ['mqtt.connect.properties', { type: 'object', enabled: false }],
  ['pgsql.request.startup_parameters.optional_parameters', { type: 'object', enabled: false }],
  ['modbus.request.write.data', { type: 'keyword' }],
  ['ike.sa_life_duration_raw', { type: 'keyword' }],
  ['ingest.sequence', { type: 'long', ignore_malformed: false }],
  ['probe.id', { type: 'integer', ignore_malformed: false }],
])('%s is mapped as %o', (path, mapping) => {
  expect(fieldsOf('network_events').get(path)).toMatchObject(mapping)
})

test('maps the time of an event once', () => {
  const names = ['timestamp', 'timestamp_detected', 'timestamp_analyzed']
  const mapped = (family: Family) => names.filter((name) => fieldsOf(family).has(name))
  expect(mapped('network_events')).toEqual([])
  // A verdict is known later than the file was seen.
  expect(mapped('malware')).toEqual(['timestamp_analyzed'])
  expect(mapped('code_analysis')).toEqual(['timestamp_analyzed'])
})

test('nests dotted paths into objects', () => {
  const fields = new Map([
    ['a', { type: 'long' }],
    ['b.c', { type: 'ip' }],
    ['b.d.e', { type: 'date' }],
  ] as const)
  expect(nest(fields)).toEqual({
    a: { type: 'long' },
    b: { properties: { c: { type: 'ip' }, d: { properties: { e: { type: 'date' } } } } },
  })
})

function countOf(properties: Properties): number {
  return Object.values(properties).reduce(
    (sum, property) => sum + 1 + ('properties' in property ? countOf(property.properties) : 0),
    0,
  )
}

function typesOf(family: Family): Record<string, number> {
  const grouped = Map.groupBy(fieldsOf(family).values(), ({ type }) => type)
  return Object.fromEntries([...grouped].map(([type, fields]) => [type, fields.length]))
}
