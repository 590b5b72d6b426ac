import type { Cost } from './cost.ts'
import { CHEAP_MS } from './weights.ts'

type LaneCost = Pick<Cost, 'workMs' | 'expectedMs' | 'memoryBytes' | 'budget'>

/** An expected cost may be too low by this factor: then a body is still cheap. */
const EXPECTED_MARGIN = 3
/** So many cheap searches run at once: together they may hold what one search may. */
const CHEAP_AT_ONCE = 8

/**
 * The queue of a body. It is cheap if its worst case is, or if it is expected to be by a margin and cannot hold much
 * memory.
 */
export function laneOf({ workMs, expectedMs, memoryBytes, budget }: LaneCost): 'cheap' | 'costly' {
  if (workMs <= CHEAP_MS) return 'cheap'
  const isLight = memoryBytes <= budget.memoryBytes / CHEAP_AT_ONCE
  return isLight && expectedMs * EXPECTED_MARGIN <= CHEAP_MS ? 'cheap' : 'costly'
}
