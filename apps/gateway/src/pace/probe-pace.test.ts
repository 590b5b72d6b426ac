import { expect, test } from 'vitest'
import { createProbePace } from './probe-pace.ts'

const probe = { id: 3, eventsPerSecond: 100 }

/** Limits by the probe's own rate, or else by this one. */
const paceOf = (fallback: number, now: () => number) =>
  createProbePace<{ id: number; eventsPerSecond: number | null }>(
    ({ eventsPerSecond }) => eventsPerSecond ?? fallback,
    now,
  )

/** Sends batches as fast as allowed for this many seconds; returns how many events got in. */
function flood(batch: number, seconds: number, rate: number | null, fallback = 50): number {
  let clock = 0
  let taken = 0
  const pace = paceOf(fallback, () => clock)
  for (; clock < seconds * 1_000; clock += 10) {
    while (pace.waitSeconds({ id: 3, eventsPerSecond: rate }) === 0) {
      pace.charge({ id: 3, eventsPerSecond: rate }, batch)
      taken += batch
    }
  }
  return taken
}

test.each([
  [1, 60, 100, 100],
  [7, 60, 100, 100],
  [500, 60, 100, 100],
  [1, 60, null, 50],
  [10_000, 600, 100, 100],
])('batches of %i events for %i s under a limit of %s get in at %i a second', (batch, seconds, rate, expected) => {
  const perSecond = flood(batch, seconds, rate) / seconds
  expect(perSecond).toBeGreaterThanOrEqual(expected * 0.95)
  // Plus a burst of two seconds after idling, and the last batch, which is admitted whole.
  expect(perSecond * seconds).toBeLessThanOrEqual(expected * (seconds + 2) + batch)
})

test('deducts the excess of a batch from the following seconds', () => {
  let clock = 0
  const pace = paceOf(1, () => clock)
  expect(pace.waitSeconds(probe)).toBe(0)
  pace.charge(probe, 500)
  expect(pace.waitSeconds(probe)).toBeCloseTo(3.01)
  clock = 2_900
  expect(pace.waitSeconds(probe)).toBeGreaterThan(0)
  clock = 3_011
  expect(pace.waitSeconds(probe)).toBe(0)
})

test('limits each probe on its own and applies a new limit at once', () => {
  const pace = paceOf(1, () => 0)
  pace.charge(probe, 10_000)
  expect(pace.waitSeconds({ ...probe, id: 4 })).toBe(0)
  expect(pace.waitSeconds({ ...probe, eventsPerSecond: 1_000_000 })).toBeLessThan(0.02)
})
