import { BarChart } from 'echarts/charts'
import { BrushComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BlindSpan, blindWords, type HatchedSpan } from '../../coverage/blind-spans.ts'
import { usePreferences } from '../state/preferences.ts'
import type { Clock } from '../../time/format.ts'
import type { Span } from '../../time/range.ts'
import { chartOption, chartTop } from './chart-option.ts'
import styles from './chart.module.css'
import type { TimeBars } from './time-chart.tsx'
import { useColours } from './use-colours.ts'

use([BarChart, GridComponent, TooltipComponent, BrushComponent, CanvasRenderer])

interface ChartCanvasProps {
  bars: TimeBars
  clock: Clock
  /** Times without full coverage: the tooltip explains them. */
  blind: readonly BlindSpan[]
  hatched: readonly HatchedSpan[]
  onZoom: (span: Span) => void
}

/** The chart itself. The chart library is loaded when the first chart is drawn. */
export function ChartCanvas({ bars, clock, blind, hatched, onZoom }: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  const { theme } = usePreferences()
  const colourOf = useColours(theme)
  const [areas, setAreas] = useState<readonly Area[]>([])
  // Kept in a ref: coverage is polled, and redrawing the chart would end a brush or close a tooltip.
  const said = useRef(blind)
  said.current = blind
  const wanted = useRef(hatched)
  wanted.current = hatched
  const hatch = useCallback(() => {
    if (chart.current) setAreas(areasOf(chart.current, wanted.current))
  }, [])

  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.on('brushEnd', (event) => {
      const [from, to] = brushedRange(event) ?? []
      drawn.dispatchAction({ type: 'brush', areas: [] })
      if (from !== undefined && to !== undefined && to - from > 1_000) zoom.current({ from, to })
    })
    const watch = new ResizeObserver(() => {
      drawn.resize()
      hatch()
    })
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      drawn.dispose()
      chart.current = undefined
    }
  }, [hatch])

  useEffect(() => {
    const wordsOf = (span: Span) => blindWords(said.current, span)
    chart.current?.setOption(chartOption(bars, clock, colourOf, wordsOf), { notMerge: true })
    chart.current?.dispatchAction({
      type: 'takeGlobalCursor',
      key: 'brush',
      brushOption: { brushType: 'lineX', brushMode: 'single' },
    })
  }, [bars, clock, colourOf])

  // After the chart has its new axes.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(hatch, [hatch, bars, hatched])

  return (
    <div className={styles.plot}>
      {areas.map(({ id, kind, ...box }) => (
        <i key={id} className={styles.hatch} style={box} data-blind={id} data-kind={kind} aria-hidden="true" />
      ))}
      <div ref={place} className={styles.canvas} />
    </div>
  )
}

interface Area {
  /** Start and end, ISO 8601. */
  id: string
  kind: BlindSpan['kind']
  left: number
  top: number
  width: number
  height: number
}

const leastWidth = 3

/**
 * Hatched areas are DOM elements behind the transparent canvas: they use the style sheet's colours and tests can read
 * them.
 */
function areasOf(drawn: ECharts, hatched: readonly HatchedSpan[]): Area[] {
  const pixel = (axis: object, value: number) => drawn.convertToPixel(axis, value)
  const bottom = pixel({ yAxisIndex: 0 }, 0)
  return hatched.flatMap(({ from, to, kind }) => {
    const [left, right] = [pixel({ xAxisIndex: 0 }, from), pixel({ xAxisIndex: 0 }, to)]
    if (![left, right, bottom].every(Number.isFinite)) return []
    const id = `${new Date(from).toISOString()}/${new Date(to).toISOString()}`
    return [
      {
        id,
        kind,
        left,
        top: chartTop,
        width: Math.max(leastWidth, right - left),
        height: Math.max(0, bottom - chartTop),
      },
    ]
  })
}

function brushedRange(event: unknown): readonly number[] | undefined {
  const { areas } = event as { areas?: readonly { coordRange?: readonly number[] }[] }
  return areas?.[0]?.coordRange
}
