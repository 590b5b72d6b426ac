import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, toInstant } from './timestamp.ts'

test.each([
  ['2026-11-14T09:12:33.412345+0000', '2026-11-14T09:12:33.412Z'],
  ['2026-11-14T09:12:33.412345+0200', '2026-11-14T07:12:33.412Z'],
  ['2026-11-14T09:12:33-05:30', '2026-11-14T14:42:33.000Z'],
  ['2026-11-14T09:12:33.4Z', '2026-11-14T09:12:33.400Z'],
  ['2026-11-14T09:12:33', '2026-11-14T09:12:33.000Z'],
  ['2026-11-14', undefined],
  ['2026-11-14T25:12:33Z', undefined],
  [1_795_000_000, undefined],
  [undefined, undefined],
])('%s is %s', (text, instant) => {
  expect(toInstant(text)).toBe(instant)
})

const digits = (count: number) => fc.nat(10 ** count - 1).map((value) => String(value).padStart(count, '0'))
const part = (most: number) =>
  fc.oneof(
    fc.nat(most).map((value) => String(value).padStart(2, '0')),
    digits(2),
  )
const anyTime = fc
  .tuple(
    fc.oneof(fc.constantFrom('2026', '2024', '0000', '9999'), digits(4)),
    part(13),
    part(32),
    part(24),
    part(60),
    part(60),
    fc.constantFrom('', '.4', '.41', '.412', '.412345', '.999999', '.000000001', '.1234567890'),
    fc.constantFrom('Z', '+0000', '-0000', '+00:00', '+0200', '-05:30', '', 'z', ' Z'),
  )
  .map(([year, month, day, hour, minute, second, fraction, zone]) => {
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`
  })

test('parses every text like Date, to the millisecond', () => {
  const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:(Z)|([+-]\d\d):?(\d\d))?$/
  const expected = (text: string) => {
    const [, time, , hours, minutes] = form.exec(text) ?? []
    const at = time === undefined ? Number.NaN : Date.parse(time + (hours ? `${hours}:${minutes}` : 'Z'))
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  }
  fc.assert(
    fc.property(anyTime, (text) => {
      expect(toInstant(text)).toBe(expected(text))
    }),
    { numRuns: 20_000 },
  )
})

test('formats milliseconds since the epoch, for any sequence of values', () => {
  expect([5, 5, 1_795_000_000_000, 5].map(instantOf)).toEqual([
    '1970-01-01T00:00:00.005Z',
    '1970-01-01T00:00:00.005Z',
    new Date(1_795_000_000_000).toISOString(),
    '1970-01-01T00:00:00.005Z',
  ])
  expect(() => instantOf(Number.NaN)).toThrow(RangeError)
})
