/** One dimension of a chart. `incremental` is a counter that the parent converts to a rate. */
export interface Dimension {
  id: string
  name?: string
  algorithm: 'absolute' | 'incremental' | 'percentage-of-incremental-row'
  multiplier?: number
  divisor?: number
  isHidden?: boolean
}

/** A chart as a parent shows it. */
export interface Chart {
  /** For example `watchpost.events`. */
  id: string
  title: string
  units: string
  family: string
  context?: string
  kind: 'line' | 'area' | 'stacked'
  priority: number
}

/** Defines a chart, or redefines it with other dimensions. */
export function chartLines(chart: Chart, dimensions: readonly Dimension[], updateEvery: number): string {
  const { id, title, units, family, context = id, kind, priority } = chart
  const head = `CHART ${word(id)} "" ${quoted(title)} ${quoted(units)} ${quoted(family)} ${quoted(context)} ${kind} ${priority} ${updateEvery} "" "watchpost" "exporter"\n`
  const lines = dimensions.map(
    ({ id: dimension, name, algorithm, multiplier = 1, divisor = 1, isHidden }) =>
      `DIMENSION ${word(dimension)} ${quoted(name ?? dimension)} ${algorithm} ${multiplier} ${divisor} "${isHidden ? 'hidden' : ''}"\n`,
  )
  return head + lines.join('')
}

/** The values of a chart at one moment. The first sample after a definition has no elapsed time. */
export function sampleLines(chartId: string, values: ReadonlyMap<string, number>, microseconds?: number): string {
  const lines = [...values].flatMap(([id, value]) =>
    Number.isFinite(value) ? [`SET ${word(id)} = ${whole(value)}\n`] : [],
  )
  const passed = microseconds === undefined ? '' : ` ${whole(microseconds)}`
  return `BEGIN ${word(chartId)}${passed}\n${lines.join('')}END\n`
}

/** The protocol uses 64-bit integers; ours stop at the largest exact double. */
function whole(value: number): string {
  return String(Math.round(Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value))))
}

/** Ids end at a space, and the protocol has no escape for it. */
function word(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_')
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["'\\\p{Cc}]/gu, ' ')}"`
}
