import { expect, test } from 'vitest'
import type { FieldTraits } from './field-catalog.ts'
import { guarded } from './fixtures/guarded.ts'

const able = { type: 'date', searchable: true, sortable: true, aggregatable: true }
const fields = new Map<string, FieldTraits>([
  ['@timestamp', able],
  ['timestamp', { ...able, sameAs: '@timestamp' }],
  ['timestamp_detected', { ...able, sameAs: '@timestamp' }],
  ['timestamp_analyzed', { ...able, sameAs: '@timestamp', isDivided: true }],
  ['src_ip', { ...able, type: 'ip' }],
])
const judge = (body: object, kind: 'search' | 'count' = 'search') => guarded(body, { fields, kind })
const accepted = (body: object) => {
  const result = judge(body)
  return result.ok ? result : expect.fail(JSON.stringify(result))
}
const day = { gte: '2026-11-14', lt: '2026-11-15' }
const overDays = (field: string) => ({
  query: { range: { [field]: day } },
  size: 0,
  aggs: { a: { date_histogram: { field, fixed_interval: '1h' } } },
})

/** Bodies over a field, for every part of the grammar that uses one. */
const forms: [string, (field: string) => object][] = [
  ['range', (field) => ({ query: { range: { [field]: { ...day, time_zone: '+01:00' } } } })],
  [
    'range with a format',
    (field) => ({ query: { range: { [field]: { gte: 1_794_700_000, format: 'epoch_second' } } } }),
  ],
  ['term', (field) => ({ query: { term: { [field]: '2026-11-14' } } })],
  ['terms', (field) => ({ query: { terms: { [field]: ['2026-11-14', 'now'] } } })],
  ['match', (field) => ({ query: { match: { [field]: { query: '2026-11-14', boost: 2 } } } })],
  ['match_phrase', (field) => ({ query: { match_phrase: { [field]: '2026-11-14' } } })],
  ['exists', (field) => ({ query: { exists: { field } } })],
  ['multi_match', (field) => ({ query: { multi_match: { query: '2026-11-14', fields: [`${field}^2`] } } })],
  ['words', (field) => ({ query: { simple_query_string: { query: 'x', fields: [field], lenient: true } } })],
  ['inside', (field) => ({ query: { bool: { must_not: [{ constant_score: { filter: { exists: { field } } } }] } } })],
  ['post_filter', (field) => ({ post_filter: { range: { [field]: day } } })],
  [
    'sort',
    (field) => ({ sort: [{ [field]: { order: 'desc', missing: '_last' } }], search_after: [1_794_700_000_000] }),
  ],
  ['sort by name', (field) => ({ sort: field })],
  ['histogram', overDays],
  ['histogram with an open end', (field) => ({ ...overDays(field), query: { range: { [field]: { gte: day.gte } } } })],
  ['automatic histogram', (field) => ({ ...overDays(field), aggs: { a: { auto_date_histogram: { field } } } })],
  [
    'composite',
    (field) => ({
      size: 0,
      aggs: {
        a: {
          composite: {
            sources: [
              { d: { date_histogram: { field, calendar_interval: 'day', format: 'yyyy-MM-dd' } } },
              { t: { terms: { field } } },
            ],
            after: { d: '2026-11-14', t: 1_794_700_000_000 },
          },
        },
      },
    }),
  ],
  ['terms aggregation', (field) => ({ size: 0, aggs: { a: { terms: { field, missing: '2026-11-14' } } } })],
  ['multi_terms', (field) => ({ size: 0, aggs: { a: { multi_terms: { terms: [{ field }, { field: 'src_ip' }] } } } })],
  [
    'metrics',
    (field) => ({ size: 0, aggs: { a: { max: { field } }, b: { cardinality: { field } }, c: { stats: { field } } } }),
  ],
  ['percentiles', (field) => ({ size: 0, aggs: { a: { percentiles: { field } } } })],
  ['date_range', (field) => ({ size: 0, aggs: { a: { date_range: { field, ranges: [{ from: 'now-1d' }] } } } })],
  ['missing', (field) => ({ size: 0, aggs: { a: { missing: { field } } } })],
  [
    'filter',
    (field) => ({ size: 0, aggs: { a: { filter: { range: { [field]: day } }, aggs: { b: { min: { field } } } } } }),
  ],
  ['top_hits', (field) => ({ size: 0, aggs: { a: { top_hits: { sort: [{ [field]: 'asc' }] } } } })],
  ['fields', (field) => ({ fields: [field, 'src_ip'] })],
  ['docvalue_fields', (field) => ({ docvalue_fields: [{ field, format: 'epoch_millis' }] })],
]

test.each(forms)('queries the canonical field instead of its duplicate: %s', (_what, form) => {
  const written = accepted(form('@timestamp'))
  for (const name of ['timestamp', 'timestamp_detected']) {
    const { normalised, timeRange, cost } = accepted(form(name))
    expect(normalised).toBe(written.normalised)
    expect([timeRange, cost.workMs]).toEqual([written.timeRange, written.cost.workMs])
  }
})

test('does so in a count too', () => {
  const result = judge({ query: { range: { timestamp: day } } }, 'count')
  expect(result).toMatchObject({ ok: true, body: { query: { range: { '@timestamp': day } } }, hitNames: undefined })
})

test('selects stored fields by their own name', () => {
  const body = { _source: ['timestamp_detected', 'timestamp*'] }
  expect(accepted(body).body).toMatchObject({ _source: { includes: ['timestamp_detected', 'timestamp*'] } })
})

test.each([
  [['timestamp_detected'], ['@timestamp'], ['timestamp_detected']],
  [
    ['timestamp_detected', '@timestamp', 'src_ip'],
    ['@timestamp', 'src_ip'],
    ['timestamp_detected', '@timestamp'],
  ],
  [
    [
      { field: 'timestamp', format: 'date' },
      { field: 'timestamp_detected', format: 'date' },
    ],
    [{ field: '@timestamp', format: 'date' }],
    ['timestamp', 'timestamp_detected'],
  ],
])('returns hit fields under the requested names: %j', (asked, fieldsAsked, names) => {
  for (const key of ['fields', 'docvalue_fields']) {
    const { body, hitNames } = accepted({ [key]: asked })
    expect(body[key]).toEqual(fieldsAsked)
    expect(hitNames).toEqual(new Map([['@timestamp', names]]))
  }
})

test("needs no renaming for fields under the engine's names", () => {
  expect(accepted({ fields: ['@timestamp', 'src_ip'], docvalue_fields: ['src_ip'] }).hitNames).toBeUndefined()
})

test('rejects one field in two formats under two names', () => {
  const body = { fields: ['timestamp'], docvalue_fields: ['src_ip', { field: '@timestamp', format: 'epoch_millis' }] }
  expect(judge(body)).toMatchObject({
    kind: 'malformed',
    refusals: [{ pointer: '#/fields/0', detail: expect.stringMatching(/^timestamp and @timestamp are one field/) }],
  })
})

test.each([
  [{ query: { range: { timestamp_detected: { gte: 'soon' } } } }, /^timestamp_detected holds times/],
  [{ query: { prefix: { timestamp_detected: 'x' } } }, /^timestamp_detected is no keyword field/],
  [{ query: { match: { timestamp: { query: 'now', fuzziness: 'AUTO' } } } }, /^timestamp holds no words/],
  [{ sort: ['timestamp'], search_after: [true] }, /^timestamp /],
  [{ collapse: { field: 'timestamp' } }, /^timestamp cannot be collapsed by/],
  [{ size: 0, aggs: { a: { histogram: { field: 'timestamp', interval: 1 } } } }, /and timestamp holds none/],
  [
    { size: 0, aggs: { a: { date_histogram: { field: 'timestamp', fixed_interval: '1h', min_doc_count: 0 } } } },
    /a range on timestamp in the query/,
  ],
])('a refusal names the requested field: %j', (body, detail) => {
  const result = judge(body)
  expect(result.ok ? undefined : result.refusals[0]?.detail).toMatch(detail)
})

test.each(forms)('rejects a field that is a duplicate in some of the indexes only: %s', (_what, form) => {
  const result = judge(form('timestamp_analyzed'))
  expect(result).toMatchObject({ ok: false, kind: 'not-allowed' })
  const detail = /^"timestamp_analyzed" is the same as "@timestamp" in some of these indexes .* use "@timestamp"\.$/
  expect(result.ok ? undefined : result.refusals[0]?.detail).toMatch(detail)
})
