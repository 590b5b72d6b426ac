import type { AlertJob } from '@watchpost/contract'
import { Button } from '../../kit/controls/button.tsx'
import list from '../../kit/table/list-page.module.css'
import { useSession } from '../../session/session.ts'
import { numberText, text } from '../../texts/text.ts'
import { changeWords } from './job-words.ts'
import styles from './jobs.module.css'
import { isUnfinished } from './run-jobs.ts'
import { useJobs, useUndoJob } from './use-jobs.ts'

/** The progress of the user's own jobs, also of those that were started before the page was opened. */
export function JobProgress() {
  const { data: jobs = [] } = useJobs()
  const { data: me } = useSession()
  const undo = useUndoJob()
  const name = me === undefined || me === 'nobody' ? undefined : me.username
  const own = jobs.filter((job) => isUnfinished(job) && (job.undo?.requested_by ?? job.created_by) === name)
  return own.map((job) => (
    <div key={job.id} className={list.count}>
      <label className={styles.progress}>
        <span>{text(job.undo ? 'jobs.undoing' : 'jobs.running', { what: changeWords(job) })}</span>
        <progress value={passed(job)} max={Math.max(total(job), 1)} />
      </label>
      <span>{text('jobs.passed', { count: numberText(passed(job)), total: numberText(total(job)) })}</span>
      {!job.undo && (
        <Button look="quiet" isPending={undo.isPending} onPress={() => undo.mutate(job.id)}>
          {text('jobs.stop')}
        </Button>
      )}
    </div>
  ))
}

function passed({ done, skipped, changed, undo }: AlertJob): number {
  return undo ? undo.restored + undo.changed : done + skipped + changed
}

function total({ matching, done, undo }: AlertJob): number {
  return undo ? done : matching
}
