import { expect, test } from 'vitest'
import { letterQueryOf, readLetterFilter, readOpenLetter } from './letter-filter.ts'

const read = (query: string) => readLetterFilter(new URLSearchParams(query))

test('shows waiting dead letters, newest first, by default', () => {
  expect(letterQueryOf(read(''))).toEqual({ state: 'waiting', order: 'newest' })
})

test('requests the filters in the URL', () => {
  expect(letterQueryOf(read('state=all&order=oldest&reason=not-json&probe=7'))).toEqual({
    state: 'all',
    order: 'oldest',
    reason: 'not-json',
    probe_id: 7,
  })
})

test('ignores unknown values', () => {
  expect(letterQueryOf(read('state=lost&order=up&reason=boredom&probe=seven'))).toEqual(letterQueryOf(read('')))
  expect(letterQueryOf(read('probe=0'))).toEqual(letterQueryOf(read('')))
})

test('reads the open dead letter as a number from 0', () => {
  const open = (query: string) => readOpenLetter(new URLSearchParams(query))
  expect([open('open=0'), open('open=41'), open('open=-1'), open('open=x'), open('')]).toEqual([
    0,
    41,
    undefined,
    undefined,
    undefined,
  ])
})
