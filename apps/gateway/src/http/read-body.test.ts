import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const schema = Type.Object({ code: Type.String() })

test('reads a body and drops unknown fields', () => {
  expect(readBody(schema, { code: 'a', more: 1 })).toEqual({ code: 'a' })
})

test('rejects NDJSON where JSON is expected', () => {
  expect(() => readBody(schema, Buffer.from('{}\n'))).toThrow(
    expect.objectContaining({ code: 'encoding-unsupported', status: 415 }),
  )
})

test.each([[null], ['abc'], [[]], [undefined], [{ code: 1 }]])('rejects %j', (body) => {
  expect(() => readBody(schema, body)).toThrow(expect.objectContaining({ code: 'invalid-request', status: 400 }))
})
