import { expect, test } from 'vitest'
import { guarded } from './fixtures/guarded.ts'

const count = (body: object) => guarded(body, { kind: 'count' })

test('keeps only the query of a search body', () => {
  const body = {
    query: { match: { event_type: 'alert' } },
    size: 5,
    from: 1,
    sort: { severity: 'desc' },
    _source: false,
    track_total_hits: true,
    aggs: { a: { composite: { sources: [{ s: { terms: { field: 'src_ip' } } }] } } },
  }
  expect(count(body)).toMatchObject({ ok: true, body: { query: { match: { event_type: 'alert' } } } })
  expect(Object.keys((count(body) as { body: object }).body)).toEqual(['query'])
})

test('a count of everything has an empty body', () => {
  expect(count({})).toMatchObject({ ok: true, body: {} })
})

test('checks the parts that a count ignores', () => {
  expect(count({ sort: { nope: 'asc' } })).toMatchObject({ ok: false, kind: 'malformed' })
  expect(count({ aggs: { a: { global: {} } } })).toMatchObject({ ok: false, kind: 'not-allowed' })
})
