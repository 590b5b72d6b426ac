import type { CostEstimate, WeighedEstimate } from '../cost.ts'
import type { ExpectedPart } from './expected-load.ts'

/**
 * Adds the expected cost to the worst case, in total and for each part. It never exceeds the worst case; without an
 * expectation it equals the worst case.
 */
export function withExpected(
  { parts: unsorted, ...worst }: CostEstimate,
  expected: readonly ExpectedPart[] | undefined,
): WeighedEstimate {
  const sorted = unsorted.toSorted((one, other) => other.workMs - one.workMs)
  const total = expected?.reduce((sum, each) => sum + each.workMs, 0) ?? Number.NaN
  if (!expected || !Number.isFinite(total)) {
    const parts = sorted.map((each) => ({ ...each, expectedMs: each.workMs }))
    return { ...worst, expectedMs: worst.workMs, parts }
  }
  const expectedMs = Math.min(total, worst.workMs)
  const scale = total > 0 ? expectedMs / total : 0
  const byPart = new Map(expected.map((each) => [keyOf(each), each.workMs * scale]))
  return {
    ...worst,
    expectedMs,
    parts: sorted.map((each) => ({ ...each, expectedMs: byPart.get(keyOf(each)) ?? 0 })),
  }
}

/** Two parts may both point to the whole body. */
function keyOf({ pointer, what }: { pointer: string; what: string }): string {
  return `${pointer} ${what}`
}
