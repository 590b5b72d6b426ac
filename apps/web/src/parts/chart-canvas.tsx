import { BarChart } from 'echarts/charts'
import { BrushComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { usePreferences } from '../shell/preferences.ts'
import type { Clock } from '../time/format.ts'
import type { Span } from '../time/range.ts'
import { chartOption } from './chart-option.ts'
import styles from './chart.module.css'
import type { TimeBars } from './time-chart.tsx'
import { useColours } from './use-colours.ts'

use([BarChart, GridComponent, TooltipComponent, BrushComponent, CanvasRenderer])

interface ChartCanvasProps {
  bars: TimeBars
  clock: Clock
  onZoom: (span: Span) => void
}

/** The drawing itself; the library behind it is loaded with the first chart. */
export function ChartCanvas({ bars, clock, onZoom }: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  const { theme } = usePreferences()
  const colourOf = useColours(theme)

  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.on('brushEnd', (event) => {
      const [from, to] = brushedRange(event) ?? []
      drawn.dispatchAction({ type: 'brush', areas: [] })
      if (from !== undefined && to !== undefined && to - from > 1_000) zoom.current({ from, to })
    })
    const watch = new ResizeObserver(() => drawn.resize())
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      drawn.dispose()
      chart.current = undefined
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(chartOption(bars, clock, colourOf), { notMerge: true })
    chart.current?.dispatchAction({
      type: 'takeGlobalCursor',
      key: 'brush',
      brushOption: { brushType: 'lineX', brushMode: 'single' },
    })
  }, [bars, clock, colourOf])

  return <div ref={place} className={styles.canvas} />
}

function brushedRange(event: unknown): readonly number[] | undefined {
  const { areas } = event as { areas?: readonly { coordRange?: readonly number[] }[] }
  return areas?.[0]?.coordRange
}
