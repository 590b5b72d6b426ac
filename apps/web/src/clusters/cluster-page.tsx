import { useQuery } from '@tanstack/react-query'
import type { Alert, ClusterDetail } from '@watchpost/contract'
import { countAlerts } from '../alerts/list/alert-bars.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import { DetectorMark, RiskMark, SeverityBadge } from '../kit/feedback/badge.tsx'
import { Contributions } from '../kit/chart/contributions.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { TimeChart } from '../kit/chart/time-chart.tsx'
import { TopList } from '../kit/table/top-list.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePlace } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { ValueButton } from '../kit/value/value.tsx'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { useTime } from '../range/time-context.tsx'
import { useRanged } from '../range/use-ranged.ts'
import { readClusterName } from '../kit/navigation/cluster-address.ts'
import { ClusterHours } from './cluster-hours.tsx'
import { ClusterTriage } from './cluster-triage.tsx'
import { alertQueryOf, frameOf } from './cluster-frame.ts'
import styles from './clusters.module.css'

/** One cluster: the explanation of its score, other activity of its IP address, and its alerts. */
export function ClusterPage() {
  const { query } = usePlace()
  const client = useClient()
  const name = readClusterName(query)
  const { id, frequency, type_ip, probe_id } = name
  const asked = useQuery({
    queryKey: queryKeys.cluster(name),
    queryFn: async ({ signal }) => {
      const probe = probe_id && probe_id !== 'all' ? { probe_id: Number(probe_id) } : {}
      return (await client.readCluster({ params: { id }, query: { frequency, type_ip, ...probe }, signal })).body
    },
  })
  return <Answered asked={asked}>{(cluster) => <ClusterView cluster={cluster} refetch={asked.refetch} />}</Answered>
}

function ClusterView({ cluster, refetch }: { cluster: ClusterDetail; refetch: () => unknown }) {
  const { clock } = usePreferences()
  const frame = frameOf(cluster)
  const toAlerts = (own: Record<string, string>) => ({ ...alertQueryOf(cluster), ...own })
  const form = cluster.frequency === 'hour' ? 'minute' : 'day'
  return (
    <div className={styles.detail}>
      <div className={styles.whole}>
        <div className={styles.title}>
          <h2>
            <ValueButton filter="ip" value={cluster.ip} />
          </h2>
          <RiskMark risk={cluster.risk_score} />
          <span className={styles.faint}>
            {timeText(frame.from, form, clock)}
            {cluster.frequency === 'hour' && ` – ${timeText(frame.to, form, clock)}`}
          </span>
          <Link to="/alerts" query={toAlerts({})}>
            {text('clusters.itsAlerts')}
          </Link>
        </div>
        <p>{cluster.description}</p>
        <ClusterTriage key={cluster.self} cluster={cluster} refetch={refetch} />
      </div>
      <Panel title={text('clusters.why')} aside={text('alert.policy', { version: cluster.policy_version })}>
        <Contributions contributions={cluster.contributions} score={cluster.risk_score} />
      </Panel>
      <ClusterHours cluster={cluster} />
      <div className={styles.whole}>
        <AddressTimeline ip={cluster.ip} />
      </div>
      <Panel title={text('clusters.signatures')}>
        <TopList
          entries={cluster.signatures.map(({ name, number_alerts }) => ({ value: name, count: number_alerts }))}
          to="/alerts"
          queryOf={(name) => toAlerts({ name })}
          filter="name"
        />
      </Panel>
      <Panel title={text('clusters.peerList')}>
        <TopList
          entries={cluster.peers.map(({ ip, number_alerts }) => ({ value: ip, count: number_alerts }))}
          to="/alerts"
          queryOf={(ip) => toAlerts({ ip })}
          filter="ip"
        />
      </Panel>
      <div className={styles.whole}>
        <Panel title={text('clusters.worst')} isFlush>
          <WorstAlerts alerts={cluster.alerts} />
        </Panel>
      </div>
    </div>
  )
}

function AddressTimeline({ ip }: { ip: string }) {
  const client = useClient()
  const { zoom } = useTime()
  const asked = useRanged('address bars', [ip], (span, signal) => countAlerts(client, span, { ip }, 'severity', signal))
  return (
    <Panel title={text('clusters.timeline', { ip })}>
      <Answered asked={asked}>
        {({ bars }) => <TimeChart label={text('clusters.timeline', { ip })} bars={bars} height={130} onZoom={zoom} />}
      </Answered>
    </Panel>
  )
}

function WorstAlerts({ alerts }: { alerts: readonly Alert[] }) {
  const { clock } = usePreferences()
  return (
    <ol className={styles.rows}>
      {alerts.map((alert) => (
        <li key={alert.uuid}>
          <Link to="/alert" query={{ id: alert.uuid }} className={styles.row}>
            <span>{timeText(alert.id, 'second', clock)}</span>
            <RiskMark risk={alert.risk} />
            <span>
              <SeverityBadge severity={alert.severity} /> {alert.name}
            </span>
            {alert.mark.status === 'open' ? (
              <DetectorMark type={alert.type} />
            ) : (
              <span className={styles.faint}>{text(`status.${alert.mark.status}`)}</span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  )
}
