/**
 * A quantile of what is counted in cumulative buckets by their upper bound, as Prometheus' `histogram_quantile` makes
 * it: evenly spread within a bucket, and the last bound for what lies beyond.
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
