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

test('a pointer leads to its member, key included', () => {
  expect(at('#/size')).toBe('"size": 10')
  expect(at('#/query/bool/must/1/script')).toBe('"script": "evil \\"}"')
  expect(at('#/query/bool/must/0')).toBe('{"term": {"a": "x"}}')
  expect(at('#/aggs/by~1name/terms/size')).toBe('"size": 99999')
})

test('what is missing is marked where it should be', () => {
  expect(at('#/aggs/by~1name/terms/order/_key')).toBe('"terms": { "field": "src_ip", "size": 99999 }')
  expect(at('#/nothing')).toBe(text)
})

test('the whole body is marked when the pointer is empty', () => {
  expect(at('#')).toBe(text)
  expect(placeOfPointer('', '#/query')).toBeUndefined()
})

test('no text makes it run for ever', () => {
  for (const broken of ['{', '[', '{"a":', '{"a"}', '{"a":[1,', '"', '{]', '[}', '{,}']) {
    expect(() => placeOfPointer(broken, '#/a/0')).not.toThrow()
  }
})
