import type { AlertJob } from '@watchpost/contract'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Answered } from '../../kit/feedback/answered.tsx'
import { Dialog } from '../../kit/feedback/dialog.tsx'
import { Link } from '../../kit/navigation/link.tsx'
import { usePreferences } from '../../kit/state/preferences.ts'
import { counted, text } from '../../texts/text.ts'
import { timeText } from '../../time/format.ts'
import { changeWords, outcomeOf, undoOutcomeOf } from './job-words.ts'
import styles from './jobs.module.css'
import { isUnfinished } from './run-jobs.ts'
import { useExceptions, useJobs, useUndoJob } from './use-jobs.ts'

interface JobDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The newest changes by all users. Each can be undone, long after it was made. */
export function JobDialog({ isOpen, onClose }: JobDialogProps) {
  return (
    <Dialog title={text('jobs.title')} isOpen={isOpen} onClose={onClose} isWide>
      <JobList />
    </Dialog>
  )
}

function JobList() {
  const asked = useJobs()
  return (
    <Answered asked={asked}>
      {(jobs) =>
        jobs.length === 0 ? (
          <p>{text('jobs.none')}</p>
        ) : (
          // Focusable, so that it scrolls with the keyboard.
          <ul className={styles.jobs} tabIndex={0} aria-label={text('jobs.title')}>
            {jobs.map((job) => (
              <JobItem key={job.id} job={job} />
            ))}
          </ul>
        )
      }
    </Answered>
  )
}

function JobItem({ job }: { job: AlertJob }) {
  const { clock } = usePreferences()
  const undo = useUndoJob()
  const isRunning = isUnfinished(job)
  return (
    <li>
      <div>
        <strong>{text('jobs.line', { what: changeWords(job), name: job.created_by })}</strong>{' '}
        <time dateTime={job.created_at}>{timeText(job.created_at, 'second', clock)}</time>
        <p>{isRunning && !job.undo ? text('jobs.runningNow') : outcomeOf([job])}</p>
        {job.undo && <p>{isRunning ? text('jobs.undoingNow') : `${text('jobs.undone')}: ${undoOutcomeOf([job])}`}</p>}
      </div>
      {!job.undo && job.done + (isRunning ? 1 : 0) > 0 && (
        <Button
          aria-label={text('jobs.undoOf', { what: changeWords(job), count: job.done })}
          isPending={undo.isPending}
          onPress={() => undo.mutate(job.id)}
        >
          {text('alerts.undo')}
        </Button>
      )}
      <LeftAlone job={job} />
    </li>
  )
}

/** The alerts that someone else changed, on demand. */
function LeftAlone({ job }: { job: AlertJob }) {
  const [isOpen, setOpen] = useState(false)
  const of = job.undo ? 'undo' : 'job'
  const count = job.undo ? job.undo.changed : job.changed
  if (count === 0 || isUnfinished(job)) return null
  return (
    <details className={styles.left} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{counted('jobs.showLeft', count)}</summary>
      {isOpen && <ExceptionList job={job} of={of} />}
    </details>
  )
}

function ExceptionList({ job, of }: { job: AlertJob; of: 'job' | 'undo' }) {
  const asked = useExceptions(job, of)
  return (
    <Answered asked={asked}>
      {(rows) => (
        <ul>
          {rows.map(({ uuid }) => (
            <li key={uuid}>
              <Link to="/alert" query={{ id: uuid }}>
                {uuid}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  )
}
