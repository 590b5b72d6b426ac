import { expect, test } from 'vitest'
import { OUTPUT_FORMATS } from '../aggregation/histogram/date-options.ts'
import { exampleOf } from './date-format.ts'
import { dateMismatch } from './date-value.ts'

const fits = (value: string | number | bigint | boolean, format?: string) =>
  dateMismatch(value, 'date', { format }) === undefined

test.each(OUTPUT_FORMATS)('%s accepts its own example and rejects malformed text', (format) => {
  expect(fits(exampleOf(format), format)).toBe(true)
  expect(fits(`${exampleOf(format)} `, format)).toBe(false)
  expect(fits('2026-99-99', format)).toBe(false)
  expect(fits('x', format)).toBe(false)
})

test.each([
  ['epoch_second', -62_135_596_800, 253_402_300_799],
  ['epoch_millis', -62_135_596_800_000, 253_402_300_799_999],
  [undefined, -62_135_596_800_000, 253_402_300_799_999],
] as const)('%s accepts the years 1 to 9999', (format, first, last) => {
  for (const each of [first, last, String(first), BigInt(last)]) expect(fits(each, format)).toBe(true)
  for (const each of [first - 1, last + 1, String(last + 1), BigInt(first - 1), 1e18, -1e18, 2n ** 64n, 1e300, 0.5])
    expect(fits(each, format)).toBe(false)
})

test.each([
  ['2026-02-29', 'yyyy-MM-dd', false],
  ['2024-02-29', 'yyyy-MM-dd', true],
  ['2026-11-14T09:12:33.5+0100', 'date_time', true],
  ['2026-11-14T09:12:33Z', 'date_time', false],
  ['25:00', 'HH:mm', false],
  ['2026-11-14', 'epoch_millis', false],
  ['2026', 'epoch_second', true],
  [2026, 'yyyy', true],
  [20_261, 'yyyy', false],
  [1_794_700_000_000, 'strict_date_optional_time', false],
  ['now-1d/d', 'epoch_second', true],
  ['2026-11-14||+1d', 'yyyy-MM-dd', true],
  ['1794700000||+1d', 'epoch_second', false],
  [true, undefined, false],
])('%j in the format %s: %s', (value, format, expected) => expect(fits(value, format)).toBe(expected))

test('rejects date math where the engine has no clock', () => {
  for (const value of ['now', 'now-1d', '2026-11-14||/d'])
    expect(dateMismatch(value, 'date', { isFixed: true })).toMatch(/without date math/)
  expect(dateMismatch('2026-11-14', 'date', { isFixed: true })).toBeUndefined()
})

test('accepts nanoseconds from 1970 to 2261', () => {
  const nanos = (value: string | number) => dateMismatch(value, 'date_nanos', {}) === undefined
  expect([nanos('1970'), nanos('2261-12-31'), nanos(0)]).toEqual([true, true, true])
  expect([nanos('1969'), nanos('2262'), nanos(-1)]).toEqual([false, false, false])
})

test.each([
  [-1e18, 'epoch_second', /format epoch_second: write whole seconds from -62135596800 to 253402300799/],
  [0.5, undefined, /write whole milliseconds/],
  ['x', 'yyyy-MM-dd', /format yyyy-MM-dd: write 2026-11-14 or now-24h/],
  ['x', undefined, /write 2026-11-14T09:12:33Z, now-24h or milliseconds/],
] as const)('explains what to write for %j in the format %s', (value, format, expected) =>
  expect(dateMismatch(value, 'date', { format })).toMatch(expected),
)
