/** How far behind an export was, and when that was read. */
export interface LagSample {
  at: number
  behind: number
}

export const plot = { width: 600, height: 60, spanMs: 5 * 60_000 } as const

/** What was read, with one more; what is older than the plot is forgotten. */
export function withSample(samples: readonly LagSample[], sample: LagSample): LagSample[] {
  return [...samples, sample].filter(({ at }) => at >= sample.at - plot.spanMs)
}

/** The path of the plot: its end is now, its height the most that was seen. */
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
