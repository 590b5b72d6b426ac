import type { ClusterDetail } from '@watchpost/contract'
import { alertStatuses } from '@watchpost/contract/names'
import { JobProgress } from '../alerts/triage/job-progress.tsx'
import { MarkDialog } from '../alerts/triage/mark-dialog.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Link } from '../kit/navigation/link.tsx'
import { useMayMark } from '../session/session.ts'
import { counted, text } from '../texts/text.ts'
import { alertQueryOf } from './cluster-frame.ts'
import styles from './clusters.module.css'
import { useClusterTriage } from './use-cluster-triage.ts'

interface ClusterTriageProps {
  cluster: ClusterDetail
  /** Reads the cluster again. */
  refetch: () => unknown
}

/** The alerts of a cluster by status, and actions on all of them. */
export function ClusterTriage({ cluster, refetch }: ClusterTriageProps) {
  const mayMark = useMayMark()
  const triage = useClusterTriage(cluster, refetch)
  return (
    <>
      <div className={styles.title}>
        <span className={styles.statuses} role="status">
          {alertStatuses.map((status) => (
            <Link key={status} to="/alerts" query={{ ...alertQueryOf(cluster), status }}>
              {counted(`clusters.status.${status}`, cluster[status])}
            </Link>
          ))}
        </span>
        {mayMark && (
          <>
            <Button icon="check" onPress={triage.acknowledge}>
              {text('alerts.acknowledge')}
            </Button>
            <Button onPress={triage.close}>{text('alerts.closeAlerts')}</Button>
            <Button icon="note" onPress={triage.ask}>
              {text('alerts.markButton')}
            </Button>
          </>
        )}
      </div>
      <JobProgress />
      <MarkDialog count={triage.concernedCount} onMark={triage.mark} onClose={triage.stopAsking} />
    </>
  )
}
