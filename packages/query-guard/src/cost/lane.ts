import type { Cost } from './cost.ts'
import { CHEAP_MS } from './weights.ts'

type LaneCost = Pick<Cost, 'workMs' | 'expectedMs' | 'memoryBytes' | 'budget'>

/** An expected cost may be too low by this factor, and the worst case too high by that. */
const EXPECTED_MARGIN = 8
const WORST_MARGIN = 4
/** So many cheap searches run at once: together they may hold what one search may. */
const CHEAP_AT_ONCE = 8

/**
 * The queue of a body. It is cheap if its worst case is. It is also cheap if it is expected to be by a margin, its worst
 * case is not far off and it cannot hold much memory: what the sample misses does no harm to other cheap searches.
 */
export function laneOf({ workMs, expectedMs, memoryBytes, budget }: LaneCost): 'cheap' | 'costly' {
  if (workMs <= CHEAP_MS) return 'cheap'
  const isLight = memoryBytes <= budget.memoryBytes / CHEAP_AT_ONCE
  return isLight && Math.max(expectedMs * EXPECTED_MARGIN, workMs / WORST_MARGIN) <= CHEAP_MS ? 'cheap' : 'costly'
}
