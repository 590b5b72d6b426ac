import { expect, test } from 'vitest'
import { judgeRaw } from './send-raw.ts'

const row = { name: 'x', bytes: '' }
const answer = (status: number, type = 'application/problem+json') =>
  `HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\n\r\n{"type":"/problems/x","detail":"y"}`

test('accepts an error response and a connection closed without a response', () => {
  expect(judgeRaw(row, { text: answer(400), isClosed: true })).toBeUndefined()
  expect(judgeRaw(row, { text: '', isClosed: true })).toBeUndefined()
})

test.each([
  ['a success', { text: answer(200), isClosed: true }],
  ['a fault', { text: answer(500), isClosed: true }],
  ['a second answer', { text: `${answer(400)}\r\n${answer(400)}`, isClosed: true }],
  ['a connection that stays open without an answer', { text: '', isClosed: false }],
  ['a refusal without a problem body', { text: answer(400, 'text/plain'), isClosed: true }],
])('reports %s', (_, found) => {
  expect(judgeRaw(row, found)).toEqual(expect.any(String))
})
