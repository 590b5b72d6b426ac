import { expect, test } from 'vitest'
import { eventOf, mostShown, shownOf } from './letter-event.ts'

test('text stays as it is, and has its bytes', () => {
  const { text, bytes } = eventOf({ encoding: 'utf-8', event: '{"é":\u0000' })
  expect([text, [...bytes]]).toEqual(['{"é":\u0000', [0x7b, 0x22, 0xc3, 0xa9, 0x22, 0x3a, 0x00]])
})

test('what is not text has bytes alone', () => {
  const { text, bytes } = eventOf({ encoding: 'base64', event: 'e/8A/g==' })
  expect([text, [...bytes]]).toEqual([undefined, [0x7b, 0xff, 0x00, 0xfe]])
})

test('of a long text the beginning is shown, and no half of a character', () => {
  expect(shownOf('short')).toBe('short')
  const long = `${'a'.repeat(mostShown - 1)}😀`
  expect(shownOf(long)).toBe('a'.repeat(mostShown - 1))
})
