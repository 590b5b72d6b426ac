import { type Chart, chartLines, sampleLines } from '@watchpost/netdata'
import type { Point } from './sampling/role-charts.ts'

/** The values of one chart at one time. */
export interface Sample {
  chart: Chart
  points: readonly Point[]
}

/** Text that is sent to a Netdata parent. */
export interface Written {
  text: string
  values: number
  charts: number
}

/**
 * Turns samples into the text protocol of a Netdata parent, for one connection. A chart is defined before its first
 * values, and again when it gets a new dimension.
 */
export function createChartWriter(updateEvery: number) {
  const defined = new Map<string, { lines: Set<string>; at: number | undefined }>()

  return {
    /** `at` is a monotonic clock, in milliseconds. */
    write(samples: readonly Sample[], at: number): Written {
      let text = ''
      let values = 0
      for (const { chart, points } of samples) {
        if (points.length === 0) continue
        const known = defined.get(chart.id) ?? { lines: new Set(), at: undefined }
        defined.set(chart.id, known)
        if (points.some(({ dimension }) => !known.lines.has(dimension.id))) {
          for (const { dimension } of points) known.lines.add(dimension.id)
          const dimensions = points.map(({ dimension }) => dimension)
          text += chartLines(chart, dimensions, updateEvery)
        }
        const passed = known.at === undefined ? undefined : (at - known.at) * 1_000
        text += sampleLines(chart.id, new Map(points.map(({ dimension, value }) => [dimension.id, value])), passed)
        known.at = at
        values += points.length
      }
      return { text, values, charts: defined.size }
    },
  }
}
