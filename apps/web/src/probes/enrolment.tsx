import type { ProbeEnrolment } from '@watchpost/contract'
import { Button } from '../kit/controls/button.tsx'
import { DialogActions } from '../kit/feedback/dialog.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { ProgressList, ProgressStep } from '../kit/feedback/progress-list.tsx'
import { ShownOnce } from '../kit/feedback/shown-once.tsx'
import { goToPage } from '../kit/navigation/location.ts'
import { usePreferences } from '../kit/state/preferences.ts'
import { counted, text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import { type Before, progressOf } from './enrolment-progress.ts'
import { useProbe } from './use-probes.ts'

interface EnrolmentProps {
  id: number
  enrolment: ProbeEnrolment
  before: Before
  onClose: () => void
}

/** The command for the sensor, and the progress after it runs. */
export function Enrolment({ id, enrolment, before, onClose }: EnrolmentProps) {
  const { clock } = usePreferences()
  const { data } = useProbe(id)
  const progress = data && progressOf(data.probe, before)
  const isExpired = !progress?.isPaired && data !== undefined && data.readAt > Date.parse(enrolment.expires_at)
  return (
    <>
      <p>{text('enrol.words', { time: timeText(enrolment.expires_at, 'time', clock) })}</p>
      <ShownOnce label={text('enrol.command')} value={enrolment.command} />
      <ProgressList label={text('enrol.progress')}>
        <ProgressStep isDone words={text('enrol.made')} />
        <ProgressStep isDone={progress?.isPaired} words={text(progress?.isPaired ? 'enrol.paired' : 'enrol.toPair')} />
        <ProgressStep
          isDone={progress?.isConnected}
          words={text(progress?.isConnected ? 'enrol.connected' : 'enrol.toConnect')}
        />
        <ProgressStep
          isDone={progress !== undefined && progress.events > 0}
          words={progress?.events ? counted('enrol.event', progress.events) : text('enrol.toEvent')}
        />
      </ProgressList>
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
