import { lazy, Suspense, useMemo } from 'react'
import { usePreferences } from '../shell/preferences.ts'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import type { Span } from '../time/range.ts'
import styles from './chart.module.css'

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
  /** The beginnings of the bars, and how long each is. */
  starts: readonly number[]
  intervalMs: number
  series: readonly Series[]
}

interface TimeChartProps {
  label: string
  bars: TimeBars
  height: number
  /** A brush over the chart. */
  onZoom: (span: Span) => void
}

/** Stacked bars over time. What it shows is also said in words, for who cannot see it. */
export function TimeChart({ label, bars, height, onZoom }: TimeChartProps) {
  const { clock } = usePreferences()
  const words = useMemo(() => {
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
  return (
    <figure className={styles.figure}>
      <Legend series={bars.series} />
      <div role="img" aria-label={words} style={{ height }}>
        <Suspense fallback={<div className={styles.empty} aria-busy="true" />}>
          <ChartCanvas bars={bars} onZoom={onZoom} clock={clock} />
        </Suspense>
      </div>
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ id, name, colour, values }) => (
        <li key={id}>
          <i style={{ background: `var(${colour})` }} aria-hidden="true" />
          {name}
          <b>{values.reduce((sum, value) => sum + value, 0).toLocaleString('en')}</b>
        </li>
      ))}
    </ul>
  )
}
