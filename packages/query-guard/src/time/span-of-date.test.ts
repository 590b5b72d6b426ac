import { expect, test } from 'vitest'
import { spanOfDate } from './span-of-date.ts'

const now = Date.parse('2026-11-15T10:20:30.500Z')
const at = (text: string) => Date.parse(text)
const read = (value: string | number, options: { format?: string; zone?: string } = {}) => {
  const { from, to } = spanOfDate(value, { now, ...options })
  return [from, to]
}

test.each([
  ['2026', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z'],
  ['2024-02', '2024-02-01T00:00:00Z', '2024-02-29T23:59:59.999Z'],
  ['2026-11-14', '2026-11-14T00:00:00Z', '2026-11-14T23:59:59.999Z'],
  ['2026-11-14T09', '2026-11-14T09:00:00Z', '2026-11-14T09:59:59.999Z'],
  ['2026-11-14T09:12', '2026-11-14T09:12:00Z', '2026-11-14T09:12:59.999Z'],
  ['2026-11-14T09:12:33', '2026-11-14T09:12:33Z', '2026-11-14T09:12:33.999Z'],
  ['2026-11-14T09:12:33.4', '2026-11-14T09:12:33.400Z', '2026-11-14T09:12:33.400Z'],
  ['2026-11-14T09:12:33.4125', '2026-11-14T09:12:33.412Z', '2026-11-14T09:12:33.413Z'],
  ['2026-11-14T09:12:33.4Z', '2026-11-14T09:12:33.400Z', '2026-11-14T09:12:33.400Z'],
  ['2026-11-14T09:12:33.4+01:00', '2026-11-14T08:12:33.400Z', '2026-11-14T08:12:33.400Z'],
  ['2026-11-14T09:12:33.4-0530', '2026-11-14T14:42:33.400Z', '2026-11-14T14:42:33.400Z'],
  ['2026-11-14T00:30:00.0+18:00||/d', '2026-11-13T00:00:00Z', '2026-11-13T23:59:59.999Z'],
  ['2026-11-14||+1d', '2026-11-15T00:00:00Z', '2026-11-15T23:59:59.999Z'],
  ['2026-11-14T12:00:00.0||/M', '2026-11-01T00:00:00Z', '2026-11-30T23:59:59.999Z'],
  ['2026-01-31T00:00:00.0||+1M', '2026-02-28T00:00:00Z', '2026-02-28T00:00:00Z'],
  ['2024-02-29T00:00:00.0||-1y', '2023-02-28T00:00:00Z', '2023-02-28T00:00:00Z'],
  ['2026-11-15T00:00:00.0||/w', '2026-11-09T00:00:00Z', '2026-11-15T23:59:59.999Z'],
])('%s covers %s to %s', (text, from, to) => expect(read(text)).toEqual([at(from), at(to)]))

test('a time relative to now is a minute wider on both sides', () => {
  expect(read('now')).toEqual([now - 60_000, now + 60_000])
  expect(read('now-1h')).toEqual([now - 3_660_000, now - 3_540_000])
  expect(read('now/d')).toEqual([at('2026-11-14T23:59:00Z'), at('2026-11-16T00:00:59.999Z')])
})

test('reads numbers as milliseconds, or as seconds if the format says so', () => {
  expect(read(1_794_700_000_000)).toEqual([1_794_700_000_000, 1_794_700_000_000])
  expect(read('1794700000000')).toEqual([1_794_700_000_000, 1_794_700_000_000])
  expect(read('1794700000', { format: 'epoch_second' })).toEqual([1_794_700_000_000, 1_794_700_000_999])
  expect(read(2_026, { format: 'epoch_second' })).toEqual([2_026_000, 2_026_999])
  expect(read('2026', { format: 'epoch_millis' })).toEqual([2_026, 2_026])
  expect(read(2_026)).toEqual([at('2026-01-01T00:00:00Z'), at('2026-12-31T23:59:59.999Z')])
})

test.each([
  ['0050', '0050-01-01T00:00:00Z', '0050-12-31T23:59:59.999Z'],
  ['0004-02-29', '0004-02-29T00:00:00Z', '0004-02-29T23:59:59.999Z'],
  ['0001-03-31||-1M/M', '0001-02-01T00:00:00Z', '0001-02-28T23:59:59.999Z'],
  ['0099-06||/y', '0099-01-01T00:00:00Z', '0099-12-31T23:59:59.999Z'],
])('reads %s as a time of the first century', (text, from, to) => expect(read(text)).toEqual([at(from), at(to)]))

test.each([
  ['yyyy-MM-dd HH:mm', '2026-11-14 09:12', '2026-11-14T09:12:00Z', '2026-11-14T09:12:59.999Z'],
  ['HH:mm:ss', '09:12:33', '1970-01-01T09:12:33Z', '1970-01-01T09:12:33.999Z'],
  ['date_hour', '2026-11-14T09||+1d', '2026-11-15T09:00:00Z', '2026-11-15T09:59:59.999Z'],
])('%s reads %s', (format, text, from, to) => expect(read(text, { format })).toEqual([at(from), at(to)]))

test('an offset shifts a time without its own zone', () => {
  expect(read('2026-11-14', { zone: '+01:00' })).toEqual([at('2026-11-13T23:00:00Z'), at('2026-11-14T22:59:59.999Z')])
  expect(read('2026-11-14T00:00:00.0Z', { zone: '+01:00' })[0]).toBe(at('2026-11-14T00:00:00Z'))
  expect(read('now/d', { zone: '-05:00' })[0]).toBe(at('2026-11-15T04:59:00Z'))
})

test('a number with a zone covers both its value and the shifted value', () => {
  const hour = 3_600_000
  const time = at('2026-11-14T12:00:00Z')
  expect(read(time, { zone: '+01:00' })).toEqual([time - hour, time])
  expect(read(time, { zone: '-11:00' })).toEqual([time, time + 11 * hour])
  expect(read(time, { zone: 'Pacific/Auckland' })).toEqual([time - 14 * hour, time + 12 * hour])
  expect(read(time, { zone: 'UTC' })).toEqual([time, time])
})

test('a named zone covers every offset on earth', () => {
  const [from = 0, to = 0] = read('2026-11-14', { zone: 'Europe/Paris' })
  expect(from).toBeLessThanOrEqual(at('2026-11-13T10:00:00Z'))
  expect(to).toBeGreaterThanOrEqual(at('2026-11-15T12:00:00Z'))
})

test.each([
  ['date_optional_time', '20261114'],
  ['epoch_millis', '2026-11-14'],
  ['epoch_second', '2026-11-14'],
])('returns an unbounded span if the format %s cannot read %s', (format, text) => {
  expect(read(text, { format })).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
})

test('ignores digits beyond the precision of a number', () => {
  const last = at('9999-12-31T23:59:59.999Z')
  expect(read('9999-12-31T23:59:59.999999999Z')).toEqual([last, last + 1])
})

test('returns an unbounded span for date math that leaves the date range', () => {
  expect(read('now+99999y+99999y+99999y-99999y-99999y-99999y-50y')).toEqual([-Infinity, Infinity])
  expect(read('now-99999y-99999y-99999y/M+99999y+99999y+99999y')).toEqual([-Infinity, Infinity])
})

test('returns an infinite bound beyond the date range', () => {
  expect(read('now+99999y+99999y+99999y')[1]).toBe(Number.POSITIVE_INFINITY)
  expect(read('now-99999y-99999y-99999y/M')[0]).toBe(Number.NEGATIVE_INFINITY)
})
