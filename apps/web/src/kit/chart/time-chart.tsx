import { lazy, Suspense, useMemo } from 'react'
import { blindSpansOf, hatchKinds, type HatchedSpan, hatchedSpans } from '../../coverage/blind-spans.ts'
import { spanText } from '../../coverage/coverage-spans.ts'
import { useCoverage } from '../../coverage/use-coverage.ts'
import { usePreferences } from '../state/preferences.ts'
import { text } from '../../texts/text.ts'
import { type Clock, timeText } from '../../time/format.ts'
import type { Span } from '../../time/range.ts'
import styles from './chart.module.css'
import legend from './legend.module.css'

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

export interface Series {
  id: string
  name: string
  /** A custom property of the style sheet: `--severity-1`. */
  colour: string
  values: readonly number[]
}

export interface TimeBars {
  span: Span
  /** The start of each bar in milliseconds; all bars have the same length. */
  starts: readonly number[]
  intervalMs: number
  series: readonly Series[]
}

interface TimeChartProps {
  label: string
  bars: TimeBars
  /** The least height; the chart fills a panel that is taller. */
  height: number
  /** Count only events of this probe. */
  probeId?: number | undefined
  /** Called with the span that the user brushed. */
  onZoom: (span: Span) => void
}

/**
 * Stacked bars over time, hatched where the counts may be too low. A text alternative describes it for screen readers.
 */
export function TimeChart({ label, bars, height, probeId, onZoom }: TimeChartProps) {
  const { clock } = usePreferences()
  const known = useCoverage({ probeId })
  const blind = useMemo(() => (typeof known === 'string' ? [] : blindSpansOf(known)), [known])
  const hatched = useMemo(() => hatchedSpans(blind, axisOf(bars)), [blind, bars])
  const counts = useMemo(() => {
    const totals = bars.starts.map((_, index) => bars.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
    const most = Math.max(0, ...totals)
    const total = totals.reduce((sum, each) => sum + each, 0)
    if (total === 0) return text('chart.nothing', { label })
    return text('chart.words', {
      label,
      total,
      most,
      time: timeText(bars.starts[totals.indexOf(most)] ?? 0, 'minute', clock),
    })
  }, [label, bars, clock])
  const words = useMemo(() => withGaps(counts, hatched, clock), [counts, hatched, clock])
  return (
    <figure className={styles.figure}>
      <Legend series={bars.series} hatched={hatched} />
      <div role="img" aria-label={words} className={styles.area} style={{ minHeight: height }}>
        <Suspense fallback={<div className={styles.empty} aria-busy="true" />}>
          <ChartCanvas bars={bars} blind={blind} hatched={hatched} onZoom={onZoom} clock={clock} />
        </Suspense>
      </div>
    </figure>
  )
}

/** The x-axis range, extended to whole bars. */
function axisOf({ span, starts, intervalMs }: TimeBars): Span {
  return { from: starts[0] ?? span.from, to: (starts.at(-1) ?? span.to) + intervalMs }
}

const saidSpans = 5

function withGaps(words: string, hatched: readonly HatchedSpan[], clock: Clock): string {
  if (hatched.length === 0) return words
  const at = new Date().toISOString()
  const spans = hatched
    .slice(0, saidSpans)
    .map(({ from, to }) => spanText({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }, at, clock))
  const more = hatched.length - saidSpans
  if (more > 0) spans.push(text('coverage.more', { count: more }))
  return text('coverage.chart.words', { words, spans: spans.join(', ') })
}

function Legend({ series, hatched }: { series: readonly Series[]; hatched: readonly HatchedSpan[] }) {
  const shown = hatchKinds.filter((kind) => hatched.some((span) => span.kind === kind))
  return (
    <ul className={`${legend.legend} ${styles.legend}`}>
      {series.map(({ id, name, colour, values }) => (
        <li key={id}>
          <i style={{ background: `var(${colour})` }} aria-hidden="true" />
          {name}
          <b>{values.reduce((sum, value) => sum + value, 0).toLocaleString('en')}</b>
        </li>
      ))}
      {shown.map((kind) => (
        <li key={kind}>
          <i data-kind={kind} aria-hidden="true" />
          {text(`coverage.chart.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
