import { expect, test } from 'vitest'
import { blamed, bodyOf, parseBody, queryOf } from './search-body.ts'
import { filterText, readSearch } from '../../kit/navigation/search-state.ts'

const span = { from: Date.parse('2026-11-14T09:00:00Z'), to: Date.parse('2026-11-14T10:00:00Z') }
const range = { range: { '@timestamp': { gte: '2026-11-14T09:00:00.000Z', lt: '2026-11-14T10:00:00.000Z' } } }

test('reads filters back from their URL', () => {
  const filters = [
    { operator: 'is', field: 'src_ip', value: '10.0.0.1' },
    { operator: 'not', field: 'http.url', value: '/a?b=[1,"2"]&c' },
  ] as const
  const query = new URLSearchParams({ filter: filterText(filters), index: 'malware,network_events' })
  expect(readSearch(query)).toMatchObject({ filters, indexes: ['network_events', 'malware'] })
})

test('reads a corrupt URL as an empty search', () => {
  for (const filter of ['{', '7', '[["is"]]', '[["delete","a","b"]]', '[[1,2,3],"x",null]']) {
    expect(readSearch(new URLSearchParams({ filter })).filters).toEqual([])
  }
  expect(readSearch(new URLSearchParams({ index: 'secrets' })).indexes).toHaveLength(3)
})

test('adds the range and filters to the typed body without losing any of it', () => {
  const typed = parseBody('{"query":{"term":{"event_type":"dns"}},"size":5,"aggs":{"a":{"terms":{"field":"src_ip"}}}}')
  if (typed === 'invalid') throw new Error('it is valid')
  expect(bodyOf(typed, [{ operator: 'exists', field: 'dns', value: '' }], span, 100)).toEqual({
    size: 5,
    sort: [{ '@timestamp': 'desc' }, { uuid: 'desc' }],
    aggs: { a: { terms: { field: 'src_ip' } } },
    query: { bool: { must: [{ term: { event_type: 'dns' } }], filter: [range, { exists: { field: 'dns' } }] } },
  })
})

test('does not send text that is not a JSON object', () => {
  for (const text of ['{', '[]', '7', 'null']) expect(parseBody(text)).toBe('invalid')
  expect(parseBody('')).toEqual({})
  expect(queryOf({}, [], span)).toEqual({ bool: { must: [{ match_all: {} }], filter: [range] } })
})

test('maps an error pointer to what the user typed', () => {
  expect(blamed('#/query/bool/must/0/bool/filter/1/script')).toEqual({ pointer: '#/query/bool/filter/1/script' })
  expect(blamed('#/aggs/a/terms/size')).toEqual({ pointer: '#/aggs/a/terms/size' })
  expect(blamed('#/query/bool/filter/2/term')).toEqual({ filter: 1 })
  expect(blamed('#/query/bool/filter/0/range')).toBe('elsewhere')
  expect(blamed(undefined)).toBe('elsewhere')
})
