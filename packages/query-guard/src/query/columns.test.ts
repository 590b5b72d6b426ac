import { expect, test } from 'vitest'
import type { FieldTraits } from '../field-catalog.ts'
import { guarded } from '../fixtures/guarded.ts'

const TEN_MILLION = { documents: 10_000_000, shards: 8, cores: 2 }
const able = { searchable: true, sortable: true, aggregatable: true }
const fields = new Map<string, FieldTraits>([
  ['method', { type: 'keyword', ...able, isColumn: true }],
  ['status', { type: 'long', ...able, isColumn: true }],
  ['client', { type: 'ip', ...able, isColumn: true }],
  ['start', { type: 'date', ...able, isColumn: true }],
  ['stored', { type: 'boolean', ...able, isColumn: true }],
  ['host', { type: 'keyword', ...able }],
  ['uuid', { type: 'keyword', ...able, isColumn: true, isId: true }],
])

const judge = (body: object) => guarded(body, { fields, inputs: TEN_MILLION })
const filterMs = (query: object) => {
  const result = judge({ query, size: 0 })
  if (!result.ok) expect.fail(JSON.stringify(result))
  return result.cost.parts.find(({ pointer }) => pointer === '#/query')?.workMs ?? 0
}
const written = (query: object) => {
  const result = judge({ query })
  return result.ok ? result.body.query : result.refusals
}

test.each([
  { term: { method: 'GET' } },
  { terms: { method: ['GET', 'PUT'] } },
  { match: { method: 'GET' } },
  { match_phrase: { method: 'GET' } },
  { range: { method: { gte: 'G' } } },
  { term: { status: 404 } },
  { range: { status: { gte: 400 } } },
  { term: { client: '192.0.2.0/24' } },
  { range: { start: { gte: '2026-11-14' } } },
  { term: { stored: true } },
  { multi_match: { query: 'GET', fields: ['method', 'host'] } },
  { simple_query_string: { query: 'GET', fields: ['method', 'host'] } },
])('accepts a filter on a field without an index and charges its column: %j', (query) => {
  expect(filterMs(query)).toBeGreaterThanOrEqual(1_100)
  expect(filterMs(query)).toBeLessThan(2_000)
})

test('charges each column of several', () => {
  const two = filterMs({ multi_match: { query: 'GET', fields: ['method', 'uuid', 'host'] } })
  expect(two).toBeGreaterThan(2_200)
  expect(filterMs({ bool: { filter: [{ term: { method: 'GET' } }, { term: { status: 200 } }] } })).toBeGreaterThan(
    2_200,
  )
})

test('a filter on an indexed field costs as before', () => {
  expect(filterMs({ term: { host: 'a' } })).toBeLessThan(60)
  expect(filterMs({ exists: { field: 'method' } })).toBeLessThan(90)
})

test.each([
  ['term', { term: { uuid: '3-9f' } }, { ids: { values: ['3-9f'] } }],
  ['term with a boost', { term: { uuid: { value: '3-9f', boost: 2 } } }, { ids: { values: ['3-9f'], boost: 2 } }],
  ['match', { match: { uuid: { query: '3-9f', operator: 'and' } } }, { ids: { values: ['3-9f'] } }],
  ['terms', { terms: { uuid: ['3-9f', 7] } }, { ids: { values: ['3-9f', '7'] } }],
  ['no values', { terms: { uuid: [] } }, { ids: { values: [] } }],
  ['an empty value', { term: { uuid: '' } }, { term: { uuid: '' } }],
  [
    'a term without case',
    { term: { uuid: { value: 'A', case_insensitive: true } } },
    { term: { uuid: { value: 'A', case_insensitive: true } } },
  ],
  ['a wildcard', { wildcard: { uuid: '3-*' } }, { wildcard: { uuid: '3-*' } }],
])('looks up the field that repeats the id as ids: %s', (_what, query, expected) => {
  expect(written(query)).toEqual(expected)
})

test('looks up ids in the column if there are too many for an ids query', () => {
  const values = Array.from({ length: 1_001 }, (_, turn) => `3-${turn}`)
  expect(written({ terms: { uuid: values } })).toEqual({ terms: { uuid: values } })
})

test('a lookup by id is cheap', () => {
  expect(judge({ query: { term: { uuid: '3-9f' } } })).toMatchObject({ ok: true, queue: 'cheap' })
})

test('a wildcard that ignores case needs an index', () => {
  const wildcard = (field: string, more: object) =>
    judge({ query: { wildcard: { [field]: { value: 'g*', ...more } } } })
  expect(wildcard('method', { case_insensitive: true })).toMatchObject({
    kind: 'not-allowed',
    refusals: [
      {
        pointer: '#/query/wildcard/method/case_insensitive',
        detail: expect.stringMatching(/^method has no index.*use prefix or term with it\.$/),
      },
    ],
  })
  expect(wildcard('method', { case_insensitive: false })).toMatchObject({ ok: true })
  expect(wildcard('host', { case_insensitive: true })).toMatchObject({ ok: true })
})

test('a highlight needs an index', () => {
  const result = judge({ query: { term: { method: 'GET' } }, highlight: { fields: { method: {} } } })
  expect(result).toMatchObject({
    kind: 'not-allowed',
    refusals: [
      { pointer: '#/highlight/fields/method', detail: expect.stringMatching(/^method has no index.*_source\.$/) },
    ],
  })
})
