import type { ClusterDetail } from '@watchpost/contract'
import { CoverageNote } from '../coverage/coverage-note.tsx'
import { Answered } from '../kit/feedback/answered.tsx'
import { RiskMark } from '../kit/feedback/badge.tsx'
import { ContributionBar } from '../kit/chart/contributions.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { useClient } from '../server/server.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { counted, text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { useRanged } from '../range/use-ranged.ts'
import { clusterQueryOf } from '../kit/navigation/cluster-address.ts'
import { clusterParametersOf } from './cluster-filter.ts'
import styles from './clusters.module.css'

/** Other intervals of the same IP address in the range, newest first. */
export function ClusterHours({ cluster }: { cluster: ClusterDetail }) {
  const client = useClient()
  const { clock } = usePreferences()
  const { ip, frequency, type_ip } = cluster
  const asked = useRanged('address clusters', [ip, frequency, type_ip], async (span, signal) => {
    const filter = { frequency, side: type_ip, ip, hasOpen: false, sort: { by: 'date', isDescending: true } } as const
    const query = { ...clusterParametersOf(filter, span), limit: 100, expand: 'contributions' as const }
    return (await client.listClusters({ query, signal })).body
  })
  return (
    <Panel title={text(frequency === 'hour' ? 'clusters.hours' : 'clusters.days', { ip })} isFlush>
      <Answered asked={asked} isEmpty={(clusters) => clusters.length === 0} empty={<CoverageNote />}>
        {(clusters) => (
          <ol className={styles.rows}>
            {clusters.map((each) => (
              <li key={each.self}>
                <Link
                  to="/cluster"
                  query={clusterQueryOf(each.self)}
                  className={styles.row}
                  isCurrent={each.id === cluster.id}
                >
                  <span>{timeText(`${each.date}Z`, frequency === 'hour' ? 'minute' : 'day', clock)}</span>
                  <RiskMark risk={each.risk_score} />
                  <ContributionBar contributions={each.contributions ?? []} score={each.risk_score} />
                  <span>{counted('alerts.count', each.number_alerts)}</span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </Panel>
  )
}
