import { AppError } from '@watchpost/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './alert-cursor.ts'

const cursor = {
  order: 'risk_desc' as const,
  after: [85 * 2 ** 43 + 1_794_646_353_412, `7-${'a'.repeat(32)}-000000000042`] as [number, string],
  total: { value: 10_000, isExact: false },
}

test('round-trips a cursor, which is valid for its own order only', () => {
  expect(readCursor(writeCursor(cursor), 'risk_desc')).toEqual(cursor)
  expect(() => readCursor(writeCursor(cursor), 'date_desc')).toThrow('belongs to a listing by risk_desc')
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['nothing', ''],
  ['no base64', '*'],
  ['no JSON', Buffer.from('{').toString('base64url')],
  ['another shape', encode({ s: 'risk_desc' })],
  ['more than belongs in it', encode({ s: 'risk_desc', k: [1, 'a'], query: {} })],
  ['a script in the place of a value', encode({ s: 'risk_desc', k: [{ script: 'x' }, 'a'] })],
  ['a number that is too large', encode({ s: 'risk_desc', k: [1e300, 'a'] })],
  ['text that no uuid has', encode({ s: 'risk_desc', k: [1, 'a"b'] })],
])('rejects %s', (_, text) => {
  expect(() => readCursor(text, 'risk_desc')).toThrow(AppError)
})

test('parses or rejects any text without other errors', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue().map(encode)), (text) => {
      try {
        readCursor(text, 'date_desc')
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
    }),
  )
})
