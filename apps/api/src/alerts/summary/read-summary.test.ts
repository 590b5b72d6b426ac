import { AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { readSummary } from './read-summary.ts'

const day = { date_from: '2026-11-14', date_to: '2026-11-14' }

test('counts by severity, without lists, in at most 100 buckets by default', () => {
  expect(readSummary(day)).toMatchObject({ interval: '30m', by: 'severity', top: [], size: 10 })
  expect(readSummary({ date_from: '2026-11-14T09:00:00.000Z', date_to: '2026-11-14T09:00:59.999Z' }).interval).toBe(
    '1s',
  )
  expect(readSummary({ date_from: '1970-01-01', date_to: '2026-11-14' }).interval).toBe('30d')
})

test('uses days without a time range', () => {
  expect(readSummary({}).interval).toBe('1d')
  expect(readSummary({ interval: '7d' }).interval).toBe('7d')
})

test('reads the filters of the listing', () => {
  const wish = readSummary({ ...day, not_name: ['A'], status: ['open'], top: ['name', 'name', 'src_ip'], top_size: 3 })
  expect(wish).toMatchObject({
    filter: { to: '2026-11-14T23:59:59.999Z', not: [{ name: 'A' }] },
    marking: { statuses: ['open'] },
    top: ['name', 'src_ip'],
    size: 3,
  })
})

test.each([
  ['too many buckets', { ...day, interval: '1s' as const }],
  ['hours without an end', { date_from: '2026-11-14', interval: '1h' as const }],
])('rejects %s', (_, values) => {
  expect(() => readSummary(values)).toThrow(AppError)
})
