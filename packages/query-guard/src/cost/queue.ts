import type { CostBudget } from './cost.ts'
import { CHEAP_MS } from './weights.ts'

/** The expected cost may be too low by this factor; the worst case may be too high by the next one. */
const EXPECTED_MARGIN = 8
const WORST_MARGIN = 4
/** This many cheap searches run concurrently: together they may use as much memory as one search. */
const CHEAP_AT_ONCE = 8

/**
 * The queue of a body. It is cheap if its worst case is. It is also cheap if its expected cost is cheap by a margin,
 * its worst case is not far off and it cannot use much memory: then an error of the sample does not harm other cheap
 * searches.
 */
export function queueOf(
  { workMs, memoryBytes }: CostBudget,
  budget: CostBudget,
  expectedMs: () => number,
): 'cheap' | 'costly' {
  if (workMs <= CHEAP_MS) return 'cheap'
  const isLight = memoryBytes <= budget.memoryBytes / CHEAP_AT_ONCE
  const isNear = workMs <= CHEAP_MS * WORST_MARGIN
  return isLight && isNear && expectedMs() * EXPECTED_MARGIN <= CHEAP_MS ? 'cheap' : 'costly'
}
