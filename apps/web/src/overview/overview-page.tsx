import { lazy, useState } from 'react'
import { countAlerts } from '../alerts/list/alert-bars.ts'
import { CoverageNote } from '../coverage/coverage-note.tsx'
import { Answered } from '../kit/feedback/answered.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { Segmented } from '../kit/controls/segmented.tsx'
import { TimeChart } from '../kit/chart/time-chart.tsx'
import { TopList } from '../kit/table/top-list.tsx'
import { useClient } from '../server/server.tsx'
import type { QueryPatch } from '../kit/navigation/place.ts'
import { useFirstRun } from '../start/use-first-run.ts'
import { type PlainKey, text } from '../texts/text.ts'
import { useTime } from '../range/time-context.tsx'
import { useRanged } from '../range/use-ranged.ts'
import { CoveragePanel } from './coverage-panel.tsx'
import { FigureRow } from './figure-row.tsx'
import { type DetectorType, readTops, type Tops } from './overview-data.ts'
import styles from './overview.module.css'
import { RiskyClusters } from './risky-clusters.tsx'

/** Loaded separately: it is needed only on a new appliance. */
const FirstStepsPage = lazy(async () => ({ default: (await import('../start/first-steps-page.tsx')).FirstStepsPage }))

/** The overview, or the first steps on an appliance without any alert. */
export function OverviewPage() {
  return useFirstRun() ? <FirstStepsPage /> : <Overview />
}

/** What was seen, its severity, the probes, and whether anything is missing. */
function Overview() {
  return (
    <div className={styles.page}>
      <div className={styles.whole}>
        <FigureRow />
      </div>
      <div className={`${styles.column} ${styles.most}`}>
        <AlertsOverTime />
      </div>
      <div className={`${styles.column} ${styles.few}`}>
        <CoveragePanel />
      </div>
      <RiskyClusters />
      <TopPanel title="overview.signatures" part="signatures" queryOf={alertsNamed('network_engine')} />
      <div className={`${styles.column} ${styles.few}`}>
        <TopPanel title="overview.sources" part="sources" queryOf={(src_ip) => ({ src_ip, status: 'all' })} />
      </div>
      <div className={`${styles.column} ${styles.few}`}>
        <TopPanel title="overview.malware" part="malware" queryOf={alertsNamed('malware_engine')} />
      </div>
      <div className={`${styles.column} ${styles.few}`}>
        <TopPanel title="overview.code" part="code" queryOf={alertsNamed('code_engine')} />
      </div>
    </div>
  )
}

/** Exactly the alerts that are counted under a name. */
const alertsNamed = (type: DetectorType) => (name: string) => ({ name, type, status: 'all' })

function AlertsOverTime() {
  const client = useClient()
  const { zoom } = useTime()
  const [by, setBy] = useState<'severity' | 'type'>('severity')
  const asked = useRanged('alert bars', [by], (span, signal) => countAlerts(client, span, {}, by, signal))
  return (
    <Panel
      title={text('overview.alerts')}
      isFilled
      aside={
        <Segmented
          label={text('overview.by')}
          choices={[
            { id: 'severity', name: text('overview.bySeverity') },
            { id: 'type', name: text('overview.byDetector') },
          ]}
          chosen={by}
          onChoose={setBy}
        />
      }
    >
      <Answered asked={asked}>
        {({ bars }) => <TimeChart label={text('overview.alerts')} bars={bars} height={210} onZoom={zoom} />}
      </Answered>
    </Panel>
  )
}

interface TopPanelProps {
  title: PlainKey
  part: keyof Tops
  queryOf: (value: string) => QueryPatch
}

function TopPanel({ title, part, queryOf }: TopPanelProps) {
  const client = useClient()
  const asked = useRanged('tops', [], (span, signal) => readTops(client, span, signal))
  return (
    <Panel title={text(title)}>
      <Answered asked={asked} isEmpty={(tops) => tops[part].entries.length === 0} empty={<CoverageNote isBrief />}>
        {(tops) => <TopList {...tops[part]} to="/alerts" queryOf={queryOf} />}
      </Answered>
    </Panel>
  )
}
