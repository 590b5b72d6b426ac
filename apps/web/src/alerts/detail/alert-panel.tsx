import type { Alert, AlertMark } from '@watchpost/contract'
import { useCallback } from 'react'
import { Answered } from '../../kit/feedback/answered.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { goToPage } from '../../kit/navigation/location.ts'
import { text } from '../../texts/text.ts'
import { AlertView } from './alert-view.tsx'
import styles from '../../document/detail.module.css'
import { useAlert } from './use-alert.ts'

interface AlertPanelProps {
  uuid: string
  onClose: () => void
  onMarked: (change: (alert: Alert) => Alert) => void
}

/** One alert next to the list. */
export function AlertPanel({ uuid, onClose, onMarked }: AlertPanelProps) {
  const asked = useAlert(uuid)
  const tell = useCallback(
    (mark: AlertMark) => onMarked((alert) => (alert.uuid === uuid ? { ...alert, mark } : alert)),
    [onMarked, uuid],
  )
  const actions = (
    <>
      <IconButton icon="out" label={text('alert.openPage')} onPress={() => goToPage('/alert', { id: uuid })} />
      <IconButton icon="close" label={text('alert.close')} shortcut="Esc" onPress={onClose} />
    </>
  )
  return (
    <div className={styles.detail}>
      {!asked.data && <div className={styles.title}>{actions}</div>}
      <Answered asked={asked}>
        {(alert) => <AlertView key={alert.uuid} alert={alert} actions={actions} onMarked={tell} />}
      </Answered>
    </div>
  )
}
