import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleFields } from '../../fixtures/fields.ts'
import { anyTameBody } from '../../fixtures/generate/any-request.ts'
import { guarded, NOW } from '../../fixtures/guarded.ts'
import { sampleOf } from '../../fixtures/sampled.ts'
import type { CostInputs } from '../cost.ts'

const WEEK_MS = 7 * 86_400_000
const sample = sampleOf(3_000_000, 7)

test('the expected cost never exceeds the worst case, and the sample changes neither that nor admission', () => {
  const inputs = fc.record({
    documents: fc.constantFrom(0, 1, 1_000, 3_000_000, 3_500_000, 1e9),
    shards: fc.constantFrom(0, 1, 30),
    cores: fc.constantFrom(1, 2, 64),
  })
  const property = fc.property(anyTameBody(exampleFields), inputs, fc.boolean(), (body, sizes, isCount) => {
    const without: CostInputs = { ...sizes, oldest: NOW - WEEK_MS, newest: NOW }
    const kind = isCount ? 'count' : 'search'
    const [plain, known, again] = [without, { ...without, sample }, { ...without, sample }].map((each) =>
      guarded(body, { inputs: each, kind }),
    )
    if (!plain?.ok || !known?.ok || !again?.ok) {
      expect(known).toEqual(plain)
      return
    }
    const { expectedMs, workMs, memoryBytes, parts } = known.cost
    expect(Number.isFinite(expectedMs)).toBe(true)
    expect(expectedMs).toBeGreaterThan(0)
    expect(expectedMs).toBeLessThanOrEqual(workMs)
    expect(parts.reduce((sum, each) => sum + each.expectedMs, 0)).toBeCloseTo(expectedMs, 3)
    expect([workMs, memoryBytes, known.body]).toEqual([plain.cost.workMs, plain.cost.memoryBytes, plain.body])
    expect(again.cost).toEqual(known.cost)
    if (plain.queue === 'cheap') expect(known.queue).toBe('cheap')
  })
  fc.assert(property, { numRuns: 300 })
})
