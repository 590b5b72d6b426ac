import { Answered } from '../../kit/feedback/answered.tsx'
import { usePlace } from '../../kit/navigation/location.ts'
import { AlertView } from './alert-view.tsx'
import styles from '../../document/detail.module.css'
import { useAlert } from './use-alert.ts'

/** One alert on a page of its own, as a link leads to it. */
export function AlertPage() {
  const { query } = usePlace()
  const asked = useAlert(query.get('id') ?? '')
  return (
    <div className={`${styles.detail} ${styles.page}`}>
      <Answered asked={asked}>{(alert) => <AlertView key={alert.uuid} alert={alert} />}</Answered>
    </div>
  )
}
