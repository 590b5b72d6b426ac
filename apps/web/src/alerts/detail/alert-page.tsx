import { Answered } from '../../kit/feedback/answered.tsx'
import { usePlace } from '../../kit/navigation/location.ts'
import { AlertView } from './alert-view.tsx'
import styles from '../../document/detail.module.css'
import { useAlert } from './use-alert.ts'

/** One alert on its own page, for links. */
export function AlertPage() {
  const { query } = usePlace()
  const asked = useAlert(query.get('id') ?? '')
  return (
    <div className={`${styles.detail} ${styles.page}`}>
      <Answered asked={asked}>{(alert) => <AlertView key={alert.uuid} alert={alert} />}</Answered>
    </div>
  )
}
