import { expect, test } from 'vitest'
import { letterQueryOf, readLetterFilter, readOpenLetter } from './letter-filter.ts'

const read = (query: string) => readLetterFilter(new URLSearchParams(query))

test('an address without anything shows what waits, newest first', () => {
  expect(letterQueryOf(read(''))).toEqual({ state: 'waiting', order: 'newest' })
})

test('what an address names is asked for', () => {
  expect(letterQueryOf(read('state=all&order=oldest&reason=not-json&probe=7'))).toEqual({
    state: 'all',
    order: 'oldest',
    reason: 'not-json',
    probe_id: 7,
  })
})

test('what no one knows is not asked for', () => {
  expect(letterQueryOf(read('state=lost&order=up&reason=boredom&probe=seven'))).toEqual(letterQueryOf(read('')))
  expect(letterQueryOf(read('probe=0'))).toEqual(letterQueryOf(read('')))
})

test('the open letter is a number from 0 on', () => {
  const open = (query: string) => readOpenLetter(new URLSearchParams(query))
  expect([open('open=0'), open('open=41'), open('open=-1'), open('open=x'), open('')]).toEqual([
    0,
    41,
    undefined,
    undefined,
    undefined,
  ])
})
