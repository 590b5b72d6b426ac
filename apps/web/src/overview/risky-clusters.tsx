import { clusterQueryOf } from '../kit/navigation/cluster-address.ts'
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
import styles from './overview.module.css'

const shown = 8

/** The IP addresses with the riskiest hours. */
export function RiskyClusters() {
  const client = useClient()
  const { clock } = usePreferences()
  const asked = useRanged('risky clusters', [], async ({ from, to }, signal) => {
    const query = {
      date_from: new Date(from).toISOString(),
      date_to: new Date(to - 1).toISOString(),
      sort_by: 'risk_desc' as const,
      limit: shown,
      expand: 'contributions' as const,
    }
    return (await client.listClusters({ query, signal })).body
  })
  return (
    <Panel
      title={text('overview.clusters')}
      aside={
        <Link to="/clusters" query={{ sort: '-risk' }}>
          {text('overview.allClusters')}
        </Link>
      }
    >
      <Answered asked={asked} isEmpty={(clusters) => clusters.length === 0} empty={<CoverageNote isBrief />}>
        {(clusters) => (
          <ol className={styles.clusters}>
            {clusters.map((cluster) => (
              <li key={cluster.self}>
                <Link to="/cluster" query={clusterQueryOf(cluster.self)} className={styles.cluster}>
                  <span className={styles.address}>{cluster.ip}</span>
                  <RiskMark risk={cluster.risk_score} />
                  <span className={styles.faint}>{timeText(`${cluster.date}Z`, 'minute', clock)}</span>
                  <span title={counted('alerts.count', cluster.number_alerts)}>
                    <ContributionBar contributions={cluster.contributions ?? []} score={cluster.risk_score} />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </Panel>
  )
}
