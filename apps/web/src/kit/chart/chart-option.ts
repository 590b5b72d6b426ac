import type { EChartsCoreOption } from 'echarts/core'
import { numberText, text } from '../../texts/text.ts'
import { type Clock, timeText } from '../../time/format.ts'
import type { Span } from '../../time/range.ts'
import type { TimeBars } from './time-chart.tsx'

const dayMs = 86_400_000
/** Space above the bars, in pixels. */
export const chartTop = 10

/** The chart options for ECharts. */
export function chartOption(
  { span, starts, intervalMs, series }: TimeBars,
  clock: Clock,
  colourOf: (name: string) => string,
  wordsOf: (span: Span) => readonly string[],
): EChartsCoreOption {
  const faint = colourOf('--ink-faint')
  const line = colourOf('--line')
  const isLong = span.to - span.from > 2 * dayMs
  const axisText = (instant: number) => timeText(instant, isLong ? 'day' : 'time', clock).replace(/:00$/, '')
  return {
    animation: false,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    grid: { left: 4, right: 8, top: chartTop, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'time',
      min: starts[0] ?? span.from,
      max: (starts.at(-1) ?? span.to) + intervalMs,
      axisLabel: { color: faint, fontSize: 11, hideOverlap: true, formatter: axisText },
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { color: faint, fontSize: 11, formatter: shortNumber },
      splitLine: { lineStyle: { color: line } },
    },
    tooltip: {
      trigger: 'axis',
      // Draw the tooltip on the canvas instead of as HTML, so that event data cannot inject markup.
      renderMode: 'richText',
      confine: true,
      axisPointer: { type: 'shadow', shadowStyle: { opacity: 0.12 } },
      backgroundColor: colourOf('--raised'),
      borderColor: colourOf('--line-strong'),
      padding: [5, 9],
      textStyle: { color: colourOf('--ink'), fontSize: 12 },
      formatter: (shown: unknown) => tipOf(shown, intervalMs, clock, wordsOf),
    },
    // Allow brushing along the time axis only, without toolbox buttons.
    brush: {
      xAxisIndex: 0,
      toolbox: [],
      brushStyle: { color: colourOf('--accent'), opacity: 0.2, borderWidth: 0 },
      // The default turns bars outside the brush almost white, also in the dark theme.
      outOfBrush: { colorAlpha: 0.35 },
    },
    series: series.map(({ id, name, colour, values }) => ({
      type: 'bar',
      id,
      name,
      stack: 'all',
      barCategoryGap: '12%',
      itemStyle: { color: colourOf(colour) },
      emphasis: { disabled: true },
      // Centre each bar on its bucket.
      data: starts.map((start, index) => [start + intervalMs / 2, values[index] ?? 0]),
    })),
  }
}

interface Shown {
  seriesName?: string
  value?: readonly [number, number]
}

const shownWords = 2

/** The tooltip: the time, the counts, and why the counts may be too low. */
function tipOf(shown: unknown, intervalMs: number, clock: Clock, wordsOf: (span: Span) => readonly string[]): string {
  const bars = (Array.isArray(shown) ? shown : [shown]) as Shown[]
  const middle = bars[0]?.value?.[0] ?? 0
  const lines = bars
    .filter(({ value }) => value?.[1])
    .map(({ seriesName, value }) => `${seriesName}  ${numberText(value?.[1] ?? 0)}`)
  const from = middle - intervalMs / 2
  const words = wordsOf({ from, to: from + intervalMs })
  const more = words.length - shownWords
  return [
    timeText(from, 'second', clock),
    ...lines,
    // One line: the tooltip has no space for more.
    [...words.slice(0, shownWords), ...(more > 0 ? [text('coverage.more', { count: more })] : [])].join(', '),
  ]
    .filter(Boolean)
    .join('\n')
}

function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(value)
}
