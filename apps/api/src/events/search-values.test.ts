import { expect, test } from 'vitest'
import { anApi, asOperator } from '../../test/an-api.ts'

const aggs = (body: object) => ({ size: 0, aggs: { a: body } })
const days = (format: string, after: unknown) =>
  aggs({
    composite: {
      sources: [{ p: { date_histogram: { field: '@timestamp', calendar_interval: 'day', format } } }],
      after: { p: after },
    },
  })
const search = (payload: object | string) =>
  ({
    method: 'POST',
    url: '/api/data/es/search',
    headers: { ...asOperator, 'content-type': 'application/json' },
    payload,
  }) as const

/** Requests that the engine would answer with 500, where they are rejected, and the fix that the caller is told. */
const unreadable: [string, object | string, string, RegExp][] = [
  [
    'a range before all years',
    { size: 0, query: { range: { '@timestamp': { gte: -1e18, format: 'epoch_second' } } } },
    '#/query/range/@timestamp/gte',
    /write whole seconds from -62135596800 to 253402300799/,
  ],
  [
    'a date_range before all years',
    aggs({ date_range: { field: '@timestamp', format: 'epoch_second', ranges: [{ from: -1e18 }] } }),
    '#/aggs/a/date_range/ranges/0/from',
    /write whole seconds from -62135596800 to 253402300799/,
  ],
  [
    'a date_range from 2^64 - 1',
    '{"size":0,"aggs":{"a":{"date_range":{"field":"@timestamp","ranges":[{"from":18446744073709551615}]}}}}',
    '#/aggs/a/date_range/ranges/0/from',
    /write whole milliseconds from -62135596800000 to 253402300799999/,
  ],
  [
    'a page behind a day that no month has',
    days('yyyy-MM-dd', '2026-99-99'),
    '#/aggs/a/composite/after/p',
    /write one such as 2026-11-14/,
  ],
  [
    'a page behind all years',
    days('epoch_second', 1e18),
    '#/aggs/a/composite/after/p',
    /write whole seconds from -62135596800 to 253402300799/,
  ],
]

test.each(unreadable)('rejects %s with the field and the fix', async (_what, body, pointer, fix) => {
  await using api = await anApi()
  const answer = await api.app.inject(search(body))
  expect(answer.statusCode).toBe(400)
  const { type, detail, errors } = answer.json<{ type: string; detail: string; errors: { pointer: string }[] }>()
  expect([type, errors[0]?.pointer]).toEqual(['/problems/query-invalid', pointer])
  expect(detail).toMatch(/^@timestamp holds times/)
  expect(detail).toMatch(fix)
  expect(api.engineCalls).toEqual([])
})

test.each([
  [500, { type: 'date_time_exception', reason: 'Instant exceeds minimum or maximum instant' }],
  [500, { type: 'arithmetic_exception', reason: 'long overflow' }],
  [400, { type: 'parse_exception', reason: 'failed to parse date field [x] with format [yyyy]' }],
])(
  "reports an engine rejection that the guard missed as the caller's error, in our words: %d %j",
  async (status, error) => {
    await using api = await anApi({ engine: () => ({ status, json: { error, status } }) })
    const answer = await api.app.inject(search({ query: { match_all: {} } }))
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([400, '/problems/query-invalid'])
    expect(answer.body).not.toContain(error.reason.slice(0, 12))
    expect(answer.json<{ detail: string }>().detail).toMatch(/^A time cannot be read\. Write it /)
    expect(await api.metricsText()).toMatch(/watchpost_api_search_refusals_total\{reason="engine"\} 1/)
  },
)
