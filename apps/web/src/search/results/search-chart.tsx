import { Answered, type Asked } from '../../kit/feedback/answered.tsx'
import list from '../../kit/table/list-page.module.css'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { text } from '../../texts/text.ts'
import type { Span } from '../../time/range.ts'
import { useTime } from '../../range/time-context.tsx'

interface Bars {
  span: Span
  starts: readonly number[]
  intervalMs: number
  counts: readonly number[]
}

/** The number of hits over time. */
export function SearchChart({ survey }: { survey: Asked<{ bars: Bars }> }) {
  const { zoom } = useTime()
  return (
    <div className={list.chart}>
      <Answered asked={survey}>
        {({ bars: { counts, ...bars } }) => (
          <TimeChart
            label={text('search.chart')}
            bars={{
              ...bars,
              series: [{ id: 'events', name: text('search.events'), colour: '--accent', values: counts }],
            }}
            height={82}
            onZoom={zoom}
          />
        )}
      </Answered>
    </div>
  )
}
