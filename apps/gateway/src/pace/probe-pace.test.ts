import { expect, test } from 'vitest'
import { createProbePace } from './probe-pace.ts'

const probe = { id: 3, eventsPerSecond: 100 }

/** Sends batches as fast as it may for so many seconds, asking every so often; answers how many events got in. */
function flood(batch: number, seconds: number, rate: number | null, fallback = 50): number {
  let clock = 0
  let taken = 0
  const pace = createProbePace(
    () => fallback,
    () => clock,
  )
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
])('batches of %i events for %i s under a limit of %s come in at %i a second', (batch, seconds, rate, expected) => {
  const perSecond = flood(batch, seconds, rate) / seconds
  expect(perSecond).toBeGreaterThanOrEqual(expected * 0.95)
  // After a rest two seconds' worth more, and the batch that is taken whole.
  expect(perSecond * seconds).toBeLessThanOrEqual(expected * (seconds + 2) + batch)
})

test('what is too much is made up for, no sooner and not much later', () => {
  let clock = 0
  const pace = createProbePace(
    () => 1,
    () => clock,
  )
  expect(pace.waitSeconds(probe)).toBe(0)
  pace.charge(probe, 500)
  expect(pace.waitSeconds(probe)).toBeCloseTo(3.01)
  clock = 2_900
  expect(pace.waitSeconds(probe)).toBeGreaterThan(0)
  clock = 3_011
  expect(pace.waitSeconds(probe)).toBe(0)
})

test('one probe is no trouble to another, and a new limit holds at once', () => {
  const pace = createProbePace(
    () => 1,
    () => 0,
  )
  pace.charge(probe, 10_000)
  expect(pace.waitSeconds({ ...probe, id: 4 })).toBe(0)
  expect(pace.waitSeconds({ ...probe, eventsPerSecond: 1_000_000 })).toBeLessThan(0.02)
})
