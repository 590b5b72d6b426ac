import { expect, test } from 'vitest'
import { hexDump, payloadsOf, printable } from './payload.ts'

test('decodes a payload and prefers it to its printable form', () => {
  const found = payloadsOf({ payload: btoa('GET /\r\n\u0000'), payload_printable: 'GET /..' })
  expect(found.map(({ name }) => name)).toEqual(['payload'])
  expect(printable(found[0]?.bytes ?? new Uint8Array())).toBe('GET /\n·')
})

test('ignores a value that is not base64', () => {
  expect(payloadsOf({ payload: '%%%', payload_printable: 'text' }).map(({ name }) => name)).toEqual([
    'payload_printable',
  ])
  expect(payloadsOf({})).toEqual([])
})

test('shows sixteen bytes per row, with their text', () => {
  const bytes = Uint8Array.from({ length: 18 }, (_, index) => 65 + index)
  expect(hexDump(bytes).split('\n')).toEqual([
    '00000000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  ABCDEFGHIJKLMNOP',
    `00000010  51 52${' '.repeat(45)}QR`,
  ])
})
