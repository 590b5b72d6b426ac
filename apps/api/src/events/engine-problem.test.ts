import { expect, test } from 'vitest'
import { toEngineProblem } from './engine-problem.ts'

const shardsFailed = (type: string, reason: string | null, node = 'node-7') => ({
  type: 'search_phase_execution_exception',
  reason: 'all shards failed',
  root_cause: [{ type, reason }],
  failed_shards: [{ shard: 0, index: 'network_events-2026.11.14-000001', node, reason: { type, reason } }],
})

test.each([
  [
    'a field that holds no dates',
    400,
    shardsFailed('parse_exception', 'failed to parse date field [x]'),
    'query-invalid',
  ],
  [
    'a query that the engine cannot read',
    400,
    { type: 'parsing_exception', reason: '[bool] query malformed' },
    'query-invalid',
  ],
  [
    'an instant beyond all years, which the engine takes for its own fault',
    500,
    shardsFailed('date_time_exception', 'Instant exceeds minimum or maximum instant'),
    'query-invalid',
  ],
  [
    'a day that no month has',
    500,
    shardsFailed('date_time_exception', 'Invalid value for MonthOfYear (valid values 1 - 12): 99'),
    'query-invalid',
  ],
  ['a sum of times beyond all years', 500, shardsFailed('arithmetic_exception', 'long overflow'), 'query-invalid'],
  [
    'a number that the engine cannot read',
    400,
    shardsFailed('number_format_exception', 'For input string: "x"'),
    'query-invalid',
  ],
  ['depth told as a fault of its own', 500, { type: 'x_content_parse_exception', reason: 'too deep' }, 'query-invalid'],
  [
    'several values in the field to collapse by',
    500,
    shardsFailed('illegal_state_exception', 'failed to collapse 7, the collapse field must be single valued'),
    'query-invalid',
  ],
  [
    'answers of indexes that cannot be joined',
    500,
    {
      type: 'search_phase_execution_exception',
      reason: '',
      caused_by: { type: 'illegal_state_exception', reason: 'Expected [0] buckets, but got [2]' },
    },
    'query-invalid',
  ],
  [
    'too many buckets',
    503,
    {
      type: 'search_phase_execution_exception',
      reason: '',
      caused_by: { type: 'too_many_buckets_exception', reason: 'Trying to create too many buckets' },
    },
    'query-too-expensive',
  ],
  [
    'more shards than the engine allows',
    400,
    {
      type: 'illegal_argument_exception',
      reason: 'Trying to query 620 shards, which is over the limit of 500. This limit exists because …',
    },
    'query-too-expensive',
  ],
  [
    'no memory left',
    429,
    { type: 'circuit_breaking_exception', reason: '[parent] Data too large' },
    'too-many-requests',
  ],
  ['a full queue', 429, shardsFailed('rejected_execution_exception', 'rejected execution of …'), 'too-many-requests'],
  ['a search that was cancelled', 500, shardsFailed('task_cancelled_exception', 'cancelled task'), 'engine-timeout'],
  // The answer under load, without a reason: a search timed out before it had collected anything.
  ['a search that had no time left', 500, shardsFailed('time_exceeded_exception', null), 'engine-timeout'],
  [
    'a shard that was too slow',
    504,
    shardsFailed('query_phase_execution_exception', 'Time exceeded'),
    'engine-timeout',
  ],
  [
    'shards that are not there',
    503,
    { type: 'search_phase_execution_exception', reason: 'all shards failed', root_cause: [] },
    'engine-unavailable',
  ],
  [
    'a cluster without a manager',
    503,
    { type: 'cluster_block_exception', reason: 'blocked by: [SERVICE_UNAVAILABLE/1]' },
    'engine-unavailable',
  ],
  ['a password that the engine refuses', 401, 'Unauthorized', 'engine-unavailable'],
  [
    'a fault without a name',
    500,
    { type: 'null_pointer_exception', reason: 'at org.opensearch.X(X.java:7)' },
    'internal',
  ],
])('%s', (_what, status, error, code) => {
  const problem = toEngineProblem(status, JSON.stringify({ error, status }))
  expect(problem.code).toBe(code)
  expect(problem.message).not.toMatch(/node-7|org\.opensearch|000001/)
})

const complaints = [
  ['parse_exception', 'failed to parse date field [yesterdayish] with format [epoch_second]', /^A time cannot be read/],
  ['date_time_exception', 'Instant exceeds minimum or maximum instant', /^A time cannot be read/],
  [
    'illegal_argument_exception',
    'Failed to parse search_after value for field [severity].',
    /^A value for severity does not fit/,
  ],
  [
    'query_shard_exception',
    'failed to create query: Value [[31 38]] is out of range for a long',
    /^A number does not fit its field/,
  ],
  ['x_content_parse_exception', '[1:85] [ip_range] failed to parse field [ranges]', /^An address cannot be read/],
  ['illegal_argument_exception', "'10.0.0' is not an IP string literal.", /^An address cannot be read/],
  ['query_shard_exception', 'Rewrite first', /^A value does not fit the place/],
] as const

test.each(complaints)('explains %s, %j, in our own words', (type, reason, expected) => {
  const problem = toEngineProblem(400, JSON.stringify({ error: shardsFailed(type, reason) }))
  expect(problem.message).toMatch(expected)
  expect(problem.message).not.toContain(reason.slice(0, 12))
  expect(String(problem.cause)).toContain(type)
})

test('classifies an answer that is not JSON by its status', () => {
  expect(toEngineProblem(502, '<html>Bad gateway</html>').code).toBe('engine-unavailable')
})

test('sends Retry-After where a retry can help', () => {
  expect(toEngineProblem(429, '{}').retryAfterSeconds).toBeGreaterThan(0)
  expect(toEngineProblem(503, '{}').retryAfterSeconds).toBeGreaterThan(0)
})
