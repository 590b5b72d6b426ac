import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysToFull, MOST_DAYS } from './days-to-full.ts'

const now = Date.parse('2026-11-14T12:00:00Z')
const days = (...sizes: number[]) =>
  new Map(sizes.map((bytes, index) => [`2026-11-${String(14 - index).padStart(2, '0')}`, bytes]))

test('at 100 bytes a day, 1,000 bytes of room last ten days', () => {
  const storage = { bytesOfDays: days(50, 100, 100), roomBytes: 1_000, retentionDays: 30 }
  expect(daysToFull(storage, now)).toBeCloseTo(10)
})

test('never fills when retention removes enough in time', () => {
  expect(daysToFull({ bytesOfDays: days(50, 100, 100), roomBytes: 1_000, retentionDays: 12 }, now)).toBe(MOST_DAYS)
  expect(daysToFull({ bytesOfDays: new Map(), roomBytes: 1_000, retentionDays: 12 }, now)).toBe(MOST_DAYS)
})

test('ignores old days, and returns 0 for a full disk', () => {
  const bytesOfDays = new Map([...days(50), ['2026-01-01', 1e9]])
  expect(daysToFull({ bytesOfDays, roomBytes: 0, retentionDays: 365_000_000 }, now)).toBe(0)
})

test('more room never means fewer days', () => {
  const sizes = fc.array(fc.nat(1e9), { maxLength: 7 })
  fc.assert(
    fc.property(
      sizes,
      fc.nat(1e9),
      fc.nat(1e9),
      fc.integer({ min: 1, max: 365 }),
      (given, room, more, retentionDays) => {
        const bytesOfDays = days(...given)
        const few = daysToFull({ bytesOfDays, roomBytes: room, retentionDays }, now)
        expect(daysToFull({ bytesOfDays, roomBytes: room + more, retentionDays }, now)).toBeGreaterThanOrEqual(few)
        expect(few).toBeGreaterThanOrEqual(0)
        expect(few).toBeLessThanOrEqual(MOST_DAYS)
      },
    ),
  )
})
