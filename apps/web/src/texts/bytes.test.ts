import { expect, test } from 'vitest'
import { bytesText } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_536, '1.5 KiB'],
  [71_303_168, '68 MiB'],
  [1_073_741_824, '1.0 GiB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(bytesText(bytes)).toBe(words)
})
