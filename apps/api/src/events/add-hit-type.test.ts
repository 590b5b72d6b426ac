import { expect, test } from 'vitest'
import fc from 'fast-check'
import { addHitType } from './add-hit-type.ts'

const added = (answer: string) => addHitType(Buffer.from(answer)).toString()

interface Hits {
  hits: { _index: string; _type?: string; inner_hits?: Record<string, { hits: Hits }> }[]
}

/** The same by parsing: slower, and blind to large numbers. */
function byParsing(answer: { hits: Hits; aggregations?: Record<string, { hits: Hits }> }): unknown {
  const typed = ({ hits, ...rest }: Hits): unknown => ({
    ...rest,
    hits: hits.map(({ inner_hits, ...hit }) => ({
      ...hit,
      _type: '_doc',
      ...(inner_hits && { inner_hits: each(inner_hits) }),
    })),
  })
  const each = (named: Record<string, { hits: Hits }>) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { ...value, hits: typed(value.hits) }]))
  const { hits, aggregations, ...rest } = answer
  return { ...rest, hits: typed(hits), ...(aggregations && { aggregations: each(aggregations) }) }
}

test('each hit gets its type after its index', () => {
  expect(added('{"took":1,"hits":{"total":2,"hits":[{"_index":"a","_id":"1"},{"_index":"b","_id":"2"}]}}')).toBe(
    '{"took":1,"hits":{"total":2,"hits":[{"_index":"a","_type":"_doc","_id":"1"},{"_index":"b","_type":"_doc","_id":"2"}]}}',
  )
})

test('an answer without hits is the same bytes', () => {
  const answer = Buffer.from('{"hits":{"hits":[]},"aggregations":{"hits":{"buckets":[{"key":"{\\"_index\\":\\"x"}]}}}')
  expect(addHitType(answer)).toBe(answer)
})

test('a number too large for JavaScript comes through', () => {
  const source = '"_source":{"flow_id":18446744073709551615,"x":1e400}'
  expect(added(`{"hits":{"hits":[{"_index":"a",${source}}]}}`)).toContain(source)
})

test('what a stored document holds stays as it is, even when it looks like hits', () => {
  const trap = '{"hits":{"hits":[{"_index":"evil"}]},"_index":"x","s":"\\"hits\\":{\\"hits\\":[{\\"_index\\":\\"\\\\"}'
  expect(added(`{"hits":{"hits":[{"_index":"a","_source":${trap}}]}}`)).toBe(
    `{"hits":{"hits":[{"_index":"a","_type":"_doc","_source":${trap}}]}}`,
  )
})

test('an answer that breaks off is a fault, not an endless loop', () => {
  const answer = '{"hits":{"hits":[{"_index":"a","_source":{"x":["y"]}}]}}'
  for (let length = 30; length < answer.length; length++)
    expect(() => addHitType(Buffer.from(answer.slice(0, length)))).toThrow('not readable')
})

test('it does what parsing would do, for any documents', () => {
  const hit = fc.record({
    _index: fc.string(),
    _id: fc.string(),
    _score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    _source: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('_index', 'hits', '_source')), fc.jsonValue()),
    sort: fc.array(fc.oneof(fc.string(), fc.integer())),
  })
  const hits = fc.record({ max_score: fc.constant(null), hits: fc.array(hit) })
  const nested = fc.record({
    max_score: fc.constant(null),
    hits: fc.array(fc.tuple(hit, hits).map(([each, inner]) => ({ ...each, inner_hits: { group: { hits: inner } } }))),
  })
  const answer = fc.record(
    { took: fc.nat(), hits: fc.oneof(hits, nested), aggregations: fc.record({ top: fc.record({ hits }) }) },
    { requiredKeys: ['took', 'hits'] },
  )
  fc.assert(
    fc.property(answer, (each) => {
      expect(JSON.parse(added(JSON.stringify(each)))).toEqual(JSON.parse(JSON.stringify(byParsing(each))))
    }),
  )
})
