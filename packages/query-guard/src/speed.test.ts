import { expect, test } from 'vitest'
import { accepted } from './fixtures/accepted.ts'
import { exampleFields } from './fixtures/fields.ts'
import { intents } from './fixtures/intents.ts'
import { worstBodies } from './fixtures/worst.ts'
import { guardSearch } from './guard-search.ts'
import { LIMITS } from './limits.ts'

/** The best of several runs, since a busy machine takes the processor away at any time. */
function bestMilliseconds(text: string, runs: number): number {
  const bytes = new TextEncoder().encode(text)
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    guardSearch(bytes, { fields: exampleFields, kind: 'search' })
    return performance.now() - start
  })
  return Math.min(...times)
}

// The README has the figures of a quiet machine. These bounds are far above them: they are to catch what is no longer
// linear, which would take seconds, and not to fail on a slow day.
test('an ordinary body takes less than a millisecond', () => {
  const bodies = [...Object.values(accepted), ...intents.map((each) => each.body)]
  const slowest = Math.max(...bodies.map((each) => bestMilliseconds(JSON.stringify(each), 20)))
  expect(slowest).toBeLessThan(1)
})

test.each(Object.entries(worstBodies))('a body of full size takes milliseconds: %s', (_what, text) => {
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(LIMITS.bodyBytes)
  expect(bestMilliseconds(text, 3)).toBeLessThan(250)
})
