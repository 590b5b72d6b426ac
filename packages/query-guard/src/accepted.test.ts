import { expect, test } from 'vitest'
import { guarded } from './fixtures/guarded.ts'

const accepted = (body: object, options = {}) => {
  const result = guarded(body, options)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result
}

test('normalises equivalent bodies to the same text', () => {
  const forms = [
    {
      size: 0,
      query: { bool: { must: { match: { event_type: 'dns' } }, filter: [] } },
      aggs: { a: { max: { field: 'severity' } } },
    },
    {
      aggregations: { a: { max: { field: 'severity' } } },
      query: { bool: { must: [{ match: { event_type: { query: 'dns' } } }] } },
      size: 0,
    },
  ]
  expect(new Set(forms.map((each) => accepted(each).normalised)).size).toBe(1)
})

test('the normalised text equals the body', () => {
  const { body, normalised } = accepted({ query: { term: { flow_id: 7 } }, size: 3 })
  expect(JSON.parse(normalised)).toEqual(body)
})

test('keeps a wide integer exact', () => {
  const result = guarded('{"query":{"terms":{"flow_id":[9007199254740993,-9223372036854775808]}}}')
  expect(result.ok && result.normalised).toBe('{"query":{"terms":{"flow_id":[9007199254740993,-9223372036854775808]}}}')
})

test.each([
  ['aggregations without hits', { size: 0, aggs: { a: { max: { field: 'severity' } } } }, true],
  ['aggregations with hits', { aggs: { a: { max: { field: 'severity' } } } }, false],
  ['no hits and nothing else', { size: 0 }, false],
])('shared answers: %s', (_what, body, expected) => expect(accepted(body).isAggregationOnly).toBe(expected))

test('never shares a count as an aggregation', () => {
  const body = { size: 0, aggs: { a: { max: { field: 'severity' } } } }
  expect(accepted(body, { kind: 'count' }).isAggregationOnly).toBe(false)
})

test('puts expensive bodies into the costly queue', () => {
  const inputs = { documents: 10_000_000, shards: 8, cores: 2 }
  expect(accepted({ size: 10 }, { inputs }).queue).toBe('cheap')
  const pairs = { composite: { size: 10_000, sources: [{ s: { terms: { field: 'src_ip' } } }] } }
  expect(accepted({ size: 0, aggs: { pairs } }, { inputs }).queue).toBe('costly')
})

test.each([
  ['a short timeout stays', { timeout: '500ms' }, '{"timeout":"500ms"}'],
  ['a long one is cut down', { timeout: '1h' }, '{"timeout":"10000ms"}'],
  [
    'fuzziness without a prefix gets one',
    { query: { match: { event_type: { query: 'alrt', fuzziness: 'AUTO' } } } },
    '{"query":{"match":{"event_type":{"query":"alrt","fuzziness":"AUTO","prefix_length":2,"max_expansions":50}}}}',
  ],
  [
    'words without flags get the four',
    { query: { simple_query_string: { query: 'a*', fields: ['event_type'] } } },
    '{"query":{"simple_query_string":{"query":"a*","fields":["event_type"],"flags":"AND|OR|NOT|PHRASE"}}}',
  ],
  [
    'a histogram with an open end lists no empty buckets',
    {
      size: 0,
      query: { range: { '@timestamp': { gte: '2026-11-14' } } },
      aggs: { a: { date_histogram: { field: '@timestamp', fixed_interval: '1h' } } },
    },
    '{"query":{"range":{"@timestamp":{"gte":"2026-11-14"}}},"size":0,"aggs":{"a":{"date_histogram":{"field":"@timestamp","fixed_interval":"1h","min_doc_count":1}}}}',
  ],
  [
    'one of many buckets lists no empty ones',
    { size: 0, aggs: { a: { histogram: { field: 'dest_port', interval: 10, hard_bounds: { min: 0, max: 65_535 } } } } },
    '{"size":0,"aggs":{"a":{"histogram":{"field":"dest_port","interval":10,"min_doc_count":1,"hard_bounds":{"min":0,"max":65535}}}}}',
  ],
])('rewrites a body: %s', (_what, body, expected) => expect(accepted(body).normalised).toBe(expected))

test('adds bounds to a histogram over a multi-valued field, because the query alone does not bound its values', () => {
  const body = {
    size: 0,
    query: { range: { timestamp_received: { gte: 1_794_600_000_000, lte: 1_794_686_400_000 } } },
    aggs: { a: { date_histogram: { field: 'timestamp_received', fixed_interval: '1h' } } },
  }
  // Wider than the query by more than a bucket: the engine drops the bucket that contains the upper bound.
  const bounds = { min: 1_794_592_800_000, max: 1_794_693_600_000 }
  expect(accepted(body).body).toMatchObject({ aggs: { a: { date_histogram: { hard_bounds: bounds } } } })
  const fields = new Map([
    ['timestamp_received', { type: 'date', searchable: true, sortable: true, aggregatable: true, isSingle: true }],
  ])
  expect(accepted(body, { fields }).normalised).not.toContain('hard_bounds')
})

test('lets experts use regular expressions with a literal prefix', () => {
  const regexp = (value: unknown) => guarded({ query: { regexp: { event_type: value } } }, { profile: 'expert' })
  expect(regexp('dn[a-s]+')).toMatchObject({
    ok: true,
    body: { query: { regexp: { event_type: { value: 'dn[a-s]+', flags: 'NONE' } } } },
  })
  expect(regexp({ value: 'DNS|TLS', case_insensitive: true, boost: 2 })).toMatchObject({ ok: true })
  for (const value of ['.*a', '(a|b)c', '[ab]c', 'a*b', 'a?b', 'a|b'])
    expect(regexp(value)).toMatchObject({ kind: 'not-allowed' })
  expect(regexp('ab{50}')).toMatchObject({ kind: 'not-allowed' })
  expect(regexp('ab+c+d+e+')).toMatchObject({ kind: 'too-expensive' })
  expect(regexp('a'.repeat(101))).toMatchObject({ kind: 'too-expensive' })
  expect(regexp({ value: 'ab', max_determinized_states: 9 })).toMatchObject({ kind: 'not-allowed' })
  expect(guarded({ query: { regexp: { event_type: 'dns' } } })).toMatchObject({ kind: 'not-allowed' })
})

test('uses the times of another time field', () => {
  const body = { query: { range: { timestamp_received: { gte: 5_000, lte: 9_000 } } } }
  expect(accepted(body, { timeField: 'timestamp_received' }).timeRange).toMatchObject({ to: expect.any(Number) })
})

test('rejects percentiles in many buckets even for an unknown field: with "missing" they cost the same', () => {
  const percentiles = { percentiles: { field: 'nope', missing: 1 } }
  const inBuckets = (size: number) =>
    guarded({ size: 0, aggs: { a: { terms: { field: 'src_ip', size }, aggs: { b: percentiles } } } })
  expect(inBuckets(1_000).ok).toBe(true)
  expect(inBuckets(1_001)).toMatchObject({ ok: false, kind: 'too-expensive' })
})
