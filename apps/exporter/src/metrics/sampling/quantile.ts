/**
 * A quantile from cumulative buckets keyed by their upper bound, computed like Prometheus' `histogram_quantile`:
 * interpolated linearly within a bucket, and the last bound for everything beyond it.
 */
export function quantile(share: number, buckets: ReadonlyMap<number, number>): number {
  const sorted = [...buckets].toSorted(([a], [b]) => a - b)
  const all = sorted.at(-1)?.[1] ?? 0
  const wanted = share * all
  let lowerBound = 0
  let below = 0
  for (const [bound, upTo] of sorted) {
    if (upTo >= wanted && upTo > below) {
      if (bound === Number.POSITIVE_INFINITY) return lowerBound
      return lowerBound + (bound - lowerBound) * ((wanted - below) / (upTo - below))
    }
    if (bound !== Number.POSITIVE_INFINITY) lowerBound = bound
    below = upTo
  }
  return lowerBound
}
