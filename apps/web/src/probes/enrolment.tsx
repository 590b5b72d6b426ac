import type { ProbeEnrolment } from '@watchpost/contract'
import { Button } from '../parts/button.tsx'
import { DialogActions } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { goToPage } from '../shell/location.ts'
import { usePreferences } from '../shell/preferences.ts'
import { counted, text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { type Before, progressOf } from './enrolment-progress.ts'
import styles from './probes.module.css'
import { useProbe } from './use-probes.ts'

interface EnrolmentProps {
  id: number
  enrolment: ProbeEnrolment
  before: Before
  onClose: () => void
}

/** The command for the sensor, and what happens once it was typed. */
export function Enrolment({ id, enrolment, before, onClose }: EnrolmentProps) {
  const { clock } = usePreferences()
  const { data } = useProbe(id)
  const progress = data && progressOf(data.probe, before)
  const isExpired = !progress?.isPaired && data !== undefined && data.readAt > Date.parse(enrolment.expires_at)
  return (
    <>
      <p>{text('enrol.words', { time: timeText(enrolment.expires_at, 'time', clock) })}</p>
      <ShownOnce label={text('enrol.command')} value={enrolment.command} />
      <ol className={styles.progress} aria-label={text('enrol.progress')} aria-live="polite">
        <Step isDone words={text('enrol.made')} />
        <Step isDone={progress?.isPaired} words={text(progress?.isPaired ? 'enrol.paired' : 'enrol.toPair')} />
        <Step
          isDone={progress?.isConnected}
          words={text(progress?.isConnected ? 'enrol.connected' : 'enrol.toConnect')}
        />
        <Step
          isDone={progress !== undefined && progress.events > 0}
          words={progress?.events ? counted('enrol.event', progress.events) : text('enrol.toEvent')}
        />
      </ol>
      {isExpired && <Notice kind="warning" title={text('enrol.expired')} />}
      <DialogActions>
        {progress?.events ? (
          <Button onPress={() => goToPage('/alerts', { probe_id: String(id), status: 'all' })}>
            {text('enrol.alerts')}
          </Button>
        ) : (
          <Button onPress={onClose}>{text('enrol.later')}</Button>
        )}
        <Button
          look="main"
          onPress={() => {
            onClose()
            goToPage('/probe', { id: String(id) })
          }}
        >
          {text('enrol.see')}
        </Button>
      </DialogActions>
    </>
  )
}

function Step({ isDone = false, words }: { isDone?: boolean | undefined; words: string }) {
  return (
    <li data-done={isDone}>
      <i aria-hidden="true">{isDone && <Icon name="check" size={12} />}</i>
      {words}
    </li>
  )
}
