/** The lag of an export and the time it was read. */
export interface LagSample {
  at: number
  behind: number
}

export const plot = { width: 600, height: 60, spanMs: 5 * 60_000 } as const

/** Adds a sample and drops those older than the plot. */
export function withSample(samples: readonly LagSample[], sample: LagSample): LagSample[] {
  return [...samples, sample].filter(({ at }) => at >= sample.at - plot.spanMs)
}

/** The path of the plot: it ends now, and its height is the largest sample. */
export function pathOf(samples: readonly LagSample[]): string {
  const last = samples.at(-1)
  if (!last) return ''
  const most = Math.max(1, ...samples.map(({ behind }) => behind))
  const points = samples.map(({ at, behind }) => {
    const x = plot.width - ((last.at - at) / plot.spanMs) * plot.width
    const y = plot.height - (behind / most) * (plot.height - 4)
    return `${round(x)},${round(y)}`
  })
  const start = points[0]?.split(',')[0] ?? 0
  return `M${start},${plot.height} L${points.join(' L')} L${plot.width},${plot.height} Z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
