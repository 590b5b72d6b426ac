/** Burst that a probe may send after idling. */
const BURST_SECONDS = 2

export type ProbePace<P> = ReturnType<typeof createProbePace<P & { id: number }>>

/**
 * Limits what each probe sends per second, in events or bytes, counted in this process. A body is admitted whole while
 * any budget is left, and its excess is deducted from the following seconds. This way the decision needs no body.
 */
export function createProbePace<P extends { id: number }>(
  rateOf: (probe: P) => number,
  now: () => number = performance.now.bind(performance),
) {
  const buckets = new Map<number, { left: number; at: number }>()

  function bucketOf(probe: P) {
    const { id } = probe
    const rate = rateOf(probe)
    const most = rate * BURST_SECONDS
    const bucket = buckets.get(id) ?? { left: most, at: now() }
    bucket.left = Math.min(most, bucket.left + ((now() - bucket.at) / 1_000) * rate)
    bucket.at = now()
    buckets.set(id, bucket)
    return { bucket, rate }
  }

  return {
    /** Seconds until the probe may send again; 0 when it may. */
    waitSeconds(probe: P): number {
      const { bucket, rate } = bucketOf(probe)
      return bucket.left > 0 ? 0 : -bucket.left / rate + 1 / rate
    },
    charge(probe: P, amount: number): void {
      bucketOf(probe).bucket.left -= amount
    },
  }
}
