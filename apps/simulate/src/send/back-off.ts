const FIRST_MS = 200
const MOST_MS = 10_000

/**
 * How long to wait after the n-th failure in a row (1, 2, …): doubling, with jitter, so that a fleet which lost its
 * gateway at once does not come back at once. `draw` is in [0, 1).
 */
export function backOffMs(failures: number, draw: number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1))
  return full / 2 + (full / 2) * draw
}
