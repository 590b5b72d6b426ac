import { Answered } from '../../kit/feedback/answered.tsx'
import list from '../../kit/table/list-page.module.css'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import { useTime } from '../../range/time-context.tsx'
import { useRanged } from '../../range/use-ranged.ts'
import { alertBars } from './alert-bars.ts'
import { type AlertFilter, clausesOf, probeIdOf } from './alert-filter.ts'

/** The number of alerts over time, by severity. */
export function AlertChart({ filter }: { filter: AlertFilter }) {
  const client = useClient()
  const { zoom } = useTime()
  const { clauses, isWhole } = clausesOf(filter)
  const asked = useRanged('alert chart', [clauses], (span, signal) =>
    alertBars(client, span, clauses, 'severity', signal),
  )
  return (
    <div className={list.chart}>
      <Answered asked={asked}>
        {(bars) => (
          <TimeChart
            label={text(isWhole ? 'alerts.chart' : 'alerts.chartAll')}
            bars={bars}
            height={92}
            probeId={probeIdOf(filter)}
            onZoom={zoom}
          />
        )}
      </Answered>
    </div>
  )
}
