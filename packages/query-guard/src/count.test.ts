import { expect, test } from 'vitest'
import { guarded } from './fixtures/guarded.ts'

const count = (body: object) => guarded(body, { kind: 'count' })

test('a count keeps the query of a search body and nothing else', () => {
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

test('what a count ignores is checked all the same', () => {
  expect(count({ sort: { nope: 'asc' } })).toMatchObject({ ok: false, kind: 'malformed' })
  expect(count({ aggs: { a: { global: {} } } })).toMatchObject({ ok: false, kind: 'not-allowed' })
})
