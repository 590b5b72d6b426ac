import { expect, test } from 'vitest'
import { eventOf, mostShown, shownOf } from './letter-event.ts'

test('keeps text unchanged and counts its bytes', () => {
  const { text, bytes } = eventOf({ encoding: 'utf-8', event: '{"é":\u0000' })
  expect([text, [...bytes]]).toEqual(['{"é":\u0000', [0x7b, 0x22, 0xc3, 0xa9, 0x22, 0x3a, 0x00]])
})

test('has only bytes for an event that is not text', () => {
  const { text, bytes } = eventOf({ encoding: 'base64', event: 'e/8A/g==' })
  expect([text, [...bytes]]).toEqual([undefined, [0x7b, 0xff, 0x00, 0xfe]])
})

test('cuts a long text without splitting a character', () => {
  expect(shownOf('short')).toBe('short')
  const long = `${'a'.repeat(mostShown - 1)}😀`
  expect(shownOf(long)).toBe('a'.repeat(mostShown - 1))
})
