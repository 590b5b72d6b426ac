export interface StageRates {
  /** Events per second. */
  rate: number
  /** Cores in use, by stage. */
  cores: Readonly<Record<string, number>>
}

export interface StageCost {
  /** Cores that do not depend on the rate. */
  fixed: number
  /** CPU time per event, µs. */
  micros: number
}

/** The line with the least squares, for each stage; never with a negative part. */
export function fitRates(measured: readonly StageRates[]): Map<string, StageCost> {
  const stages = new Set(measured.flatMap(({ cores }) => Object.keys(cores)))
  return new Map(
    [...stages].map((stage) => [stage, fitLine(measured.map(({ rate, cores }) => [rate, cores[stage] ?? 0]))]),
  )
}

function fitLine(points: readonly (readonly [number, number])[]): StageCost {
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
  const [x, y] = [mean(points.map(([rate]) => rate)), mean(points.map(([, cores]) => cores))]
  const spread = points.reduce((total, [rate]) => total + (rate - x) ** 2, 0)
  const slope = spread === 0 ? 0 : points.reduce((total, [rate, cores]) => total + (rate - x) * (cores - y), 0) / spread
  const fixed = Math.max(0, y - slope * x)
  return { fixed, micros: Math.max(0, fixed === 0 ? y / x : slope) * 1e6 }
}
