import { expect, test } from 'vitest'
import { benignBodies } from './fixtures/benign/benign-bodies.ts'
import { exampleFields } from './fixtures/fields.ts'
import { sampleOf } from './fixtures/sampled.ts'
import { worstBodies } from './fixtures/worst.ts'
import { guardSearch } from './guard-search.ts'
import { LIMITS } from './limits.ts'

const inputs = { documents: 10_000_000, shards: 30, cores: 2, sample: sampleOf(10_000_000) }
/** Unlimited, because rejected bodies get no expected cost and therefore take less time. */
const budget = { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE }

/** CPU time, the best of several runs: other processes may use the CPU and its caches at any time. */
function bestMilliseconds(text: string, runs: number): number {
  const bytes = new TextEncoder().encode(text)
  const times = Array.from({ length: runs }, () => {
    const start = process.threadCpuUsage()
    guardSearch(bytes, { fields: exampleFields, kind: 'search', inputs, budget })
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

// `pnpm prove guard` checks the exact figures. These bounds are far above them: they detect code that is no longer
// linear, which would take seconds, without failing on a slow machine.
test('guards an ordinary body quickly', () => {
  const slowest = Math.max(...benignBodies.map(({ body }) => bestMilliseconds(JSON.stringify(body), 5)))
  expect(slowest).toBeLessThan(20)
})

test.each(Object.entries(worstBodies))('guards a body of the maximum size within milliseconds: %s', (_what, text) => {
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(LIMITS.bodyBytes)
  expect(bestMilliseconds(text, 3)).toBeLessThan(250)
})
