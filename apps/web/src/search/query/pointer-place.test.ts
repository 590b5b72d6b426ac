import { expect, test } from 'vitest'
import { placeOfPointer } from './pointer-place.ts'

const text = `{
  "query": { "bool": { "must": [ {"term": {"a": "x"}}, { "script": "evil \\"}" } ] } },
  "aggs": { "by/name": { "terms": { "field": "src_ip", "size": 99999 } } },
  "size": 10
}`
const at = (pointer: string) => {
  const place = placeOfPointer(text, pointer)
  return place && text.slice(place.from, place.to)
}

test('finds the member that a pointer names, including its key', () => {
  expect(at('#/size')).toBe('"size": 10')
  expect(at('#/query/bool/must/1/script')).toBe('"script": "evil \\"}"')
  expect(at('#/query/bool/must/0')).toBe('{"term": {"a": "x"}}')
  expect(at('#/aggs/by~1name/terms/size')).toBe('"size": 99999')
})

test('marks the parent of a missing member', () => {
  expect(at('#/aggs/by~1name/terms/order/_key')).toBe('"terms": { "field": "src_ip", "size": 99999 }')
  expect(at('#/nothing')).toBe(text)
})

test('marks the whole body for an empty pointer', () => {
  expect(at('#')).toBe(text)
  expect(placeOfPointer('', '#/query')).toBeUndefined()
})

test('terminates for any text', () => {
  for (const broken of ['{', '[', '{"a":', '{"a"}', '{"a":[1,', '"', '{]', '[}', '{,}']) {
    expect(() => placeOfPointer(broken, '#/a/0')).not.toThrow()
  }
})
