import { expect, test } from 'vitest'
import { HitTyper } from './hit-typer.ts'
import { renameMembers } from './rename-members.ts'

const names = new Map([['@timestamp', ['timestamp_detected', 'timestamp']]])
const renamed = (object: string) => renameMembers(Buffer.from(object), names).toString()

test.each([
  ['no members', '{}', '{}'],
  ['others', '{"a":[1]}', '{"a":[1]}'],
  ['one under two names', '{"@timestamp":["x"]}', '{"timestamp_detected":["x"],"timestamp":["x"]}'],
  [
    'among others',
    '{"flow_id":[18446744073709551615],"@timestamp":["x"],"b":[{"@timestamp":1}]}',
    '{"flow_id":[18446744073709551615],"timestamp_detected":["x"],"timestamp":["x"],"b":[{"@timestamp":1}]}',
  ],
  ['texts that look like members', '{"a":["\\"@timestamp\\":[","\\\\"]}', '{"a":["\\"@timestamp\\":[","\\\\"]}'],
  [
    'with spaces',
    '{ "@timestamp" : [ 1, 2 ] , "b" : "c" }',
    '{"timestamp_detected": [ 1, 2 ] ,"timestamp": [ 1, 2 ] ,"b": "c" }',
  ],
])('renames members as requested: %s', (_what, object, expected) => {
  expect(renamed(object)).toBe(expected)
})

const source = '"_source":{"fields":{"@timestamp":["kept"]},"@timestamp":"kept"}'
const hit = (fields: string) => `{"_index":"a",${source},"fields":${fields},"sort":[1]}`
const answer = (...hits: string[]) =>
  `{"took":1,"hits":{"hits":[${hits.join()}]},"aggregations":{"fields":{"@timestamp":1}}}`
const given = answer(hit('{"@timestamp":["é\\"}"],"x":[1]}'), '{"_index":"b","_id":"2"}', hit('{}'))
const wanted = answer(
  hit('{"timestamp_detected":["é\\"}"],"timestamp":["é\\"}"],"x":[1]}'),
  '{"_index":"b","_id":"2"}',
  hit('{}'),
)
  .replaceAll('"_index":"a"', '"_index":"a","_type":"_doc"')
  .replaceAll('"_index":"b"', '"_index":"b","_type":"_doc"')

test('renames only the fields of hits, wherever the answer is cut', () => {
  const bytes = Buffer.from(given)
  for (let first = 0; first <= bytes.length; first++) {
    for (const second of [first, first + 1, first + 7, bytes.length]) {
      const typer = new HitTyper(names)
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
      const out = Buffer.concat(pieces.map((piece) => typer.push(piece))).toString()
      typer.end()
      expect(out).toBe(wanted)
    }
  }
})

test('leaves the fields unchanged without other names', () => {
  const typer = new HitTyper()
  expect(typer.push(Buffer.from(given)).toString()).toContain('"fields":{"@timestamp":["é')
})

test('fails on an answer truncated within fields', () => {
  const typer = new HitTyper(names)
  typer.push(Buffer.from(given.slice(0, given.indexOf('"x":[1]'))))
  expect(() => typer.end()).toThrow('not readable')
})
