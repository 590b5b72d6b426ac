import { Answered } from '../../kit/feedback/answered.tsx'
import list from '../../kit/table/list-page.module.css'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { text } from '../../texts/text.ts'
import { useTime } from '../../range/time-context.tsx'
import { type AlertFilter, probeIdOf } from './alert-filter.ts'
import { useAlertCounts } from './use-alert-counts.ts'

/** The number of alerts over time, by severity. */
export function AlertChart({ filter }: { filter: AlertFilter }) {
  const { zoom } = useTime()
  const asked = useAlertCounts(filter)
  return (
    <div className={list.chart}>
      <Answered asked={asked}>
        {({ bars }) => (
          <TimeChart label={text('alerts.chart')} bars={bars} height={92} probeId={probeIdOf(filter)} onZoom={zoom} />
        )}
      </Answered>
    </div>
  )
}
