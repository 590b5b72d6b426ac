import { expect, test } from 'vitest'
import { guarded } from '../fixtures/guarded.ts'

const T = '@timestamp'
const at = (text: string) => Date.parse(text)
const day = (number: number) => ({
  range: { [T]: { gte: `2026-11-${number}`, lt: `2026-11-${number + 1}T00:00:00.000` } },
})
const rangeOf = (body: object, kind: 'search' | 'count' = 'search') => {
  const result = guarded(body, { kind })
  return result.ok ? [result.timeRange.from, result.timeRange.to] : result
}
const start = (number: number) => at(`2026-11-${number}T00:00:00Z`)

test.each([
  ['no query', {}, [undefined, undefined]],
  ['a range', { query: day(12) }, [start(12), start(13)]],
  ['one side', { query: { range: { [T]: { gte: '2026-11-12' } } } }, [start(12), undefined]],
  ['the other side', { query: { range: { [T]: { lt: '2026-11-12T00:00:00.0' } } } }, [undefined, start(12)]],
  ['another field', { query: { range: { timestamp_received: { gte: '2026-11-12' } } } }, [undefined, undefined]],
  ['filter and must', { query: { bool: { filter: day(12), must: [{ match_all: {} }] } } }, [start(12), start(13)]],
  [
    'two that overlap',
    {
      query: {
        bool: {
          filter: [{ range: { [T]: { gte: '2026-11-12' } } }, { range: { [T]: { lt: '2026-11-14T00:00:00.0' } } }],
        },
      },
    },
    [start(12), start(14)],
  ],
  ['should alone', { query: { bool: { should: [day(10), day(13)] } } }, [start(10), start(14)]],
  [
    'should with one that is open',
    { query: { bool: { should: [day(10), { match_all: {} }] } } },
    [undefined, undefined],
  ],
  [
    'should next to must',
    { query: { bool: { must: [{ match_all: {} }], should: [day(10)] } } },
    [undefined, undefined],
  ],
  ['must_not', { query: { bool: { must_not: [day(10)] } } }, [undefined, undefined]],
  ['an empty bool', { query: { bool: {} } }, [undefined, undefined]],
  ['constant_score', { query: { constant_score: { filter: day(10) } } }, [start(10), start(11)]],
  ['dis_max', { query: { dis_max: { queries: [day(10), day(12)] } } }, [start(10), start(13)]],
  ['a term', { query: { term: { [T]: '2026-11-12T00:00:00.000Z' } } }, [start(12), start(12)]],
  [
    'terms',
    { query: { terms: { [T]: ['2026-11-10T00:00:00.0Z', '2026-11-12T00:00:00.0Z'] } } },
    [start(10), start(12)],
  ],
  [
    'a long list of terms',
    { query: { terms: { [T]: Array.from({ length: 30 }, () => '2026-11-10') } } },
    [undefined, undefined],
  ],
  ['a match', { query: { match: { [T]: '2026-11-12T00:00:00.000Z' } } }, [start(12), start(12)]],
  ['a lenient match', { query: { match: { [T]: { query: '2026-11-12', lenient: true } } } }, [undefined, undefined]],
  ['a post_filter', { post_filter: day(12) }, [start(12), start(13)]],
  [
    'a post_filter with aggregations',
    { post_filter: day(12), aggs: { a: { max: { field: 'severity' } } } },
    [undefined, undefined],
  ],
])('the times of %s', (_what, body, expected) => expect(rangeOf(body)).toEqual(expected))

test('returns an empty range where the bounds exclude each other', () => {
  expect(rangeOf({ query: { bool: { filter: [day(10), day(12)] } } })).toEqual([1, 0])
  expect(rangeOf({ query: { match_none: {} } })).toEqual([1, 0])
})

test('a count ignores post_filter', () => {
  expect(rangeOf({ post_filter: day(12) }, 'count')).toEqual([undefined, undefined])
})
