import { expect, test } from 'vitest'
import { readFileList } from '../follow/file-list.ts'
import { readPosition } from '../spool/position.ts'
import { isInteger, isText, listOf, objectOf, orNull, readState } from './state-file.ts'

const check = objectOf<{ name: string; sizes: number[]; note: string | null }>({
  name: isText,
  sizes: listOf(isInteger),
  note: orNull(isText),
})
const whole = { name: 'a', sizes: [1, 2], note: null }

test('reads a value of the right shape, including further members', () => {
  expect(readState(JSON.stringify(whole), check)).toEqual(whole)
  expect(readState(JSON.stringify({ ...whole, more: 1 }), check)).toEqual({ ...whole, more: 1 })
})

test.each([
  undefined,
  '',
  '{"name":"a"',
  'null',
  '[]',
  '"a"',
  JSON.stringify({ ...whole, name: 1 }),
  JSON.stringify({ ...whole, sizes: [1, 'x'] }),
  JSON.stringify({ ...whole, sizes: { 0: 1 } }),
  JSON.stringify({ name: 'a', sizes: [] }),
])('%j is damaged', (text) => {
  expect(readState(text, check)).toBeUndefined()
})

test('does not accept a damaged but parsable file as a state', () => {
  expect(readPosition(JSON.stringify({ stream: 'a'.repeat(32), place: { file: 1 } }))).toBeUndefined()
  expect(readFileList(JSON.stringify({ next: 1, files: [{ file: 'x' }], done: [] }))).toBeUndefined()
})
