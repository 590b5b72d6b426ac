import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AlertMark, AlertMarkChange } from '@watchpost/contract'
import type { Input } from '@watchpost/sdk'
import { say, sayFailure } from '../../kit/feedback/toast.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import type { AlertRow } from '../list/alert-row.ts'
import { outcomeOf, undoOutcomeOf } from './job-words.ts'
import { markedBy } from './marked.ts'
import { runJobs, undoJobs } from './run-jobs.ts'
import { jobsFor, type Target, targetCount } from './target.ts'

interface Marking {
  target: Target
  change: AlertMarkChange
  /** The query of the list that shows the rows. */
  query: NonNullable<Input<'listAlerts'>['query']>
}

interface Rows {
  change: (change: (row: AlertRow) => AlertRow) => void
  /** Reads the list again. */
  refetch: () => void
}

interface Undo {
  jobIds: readonly number[]
  /** The marks that the rows on screen had. */
  earlier: ReadonlyMap<string, AlertMark>
}

/** Changes alerts with jobs, updates the rows on screen when the jobs have ended, and offers to undo them. */
export function useMarking({ change: changeRows, refetch }: Rows) {
  const client = useClient()
  const queries = useQueryClient()
  const refreshJobs = () => void queries.invalidateQueries({ queryKey: queryKeys.alertJobs })

  function show(target: Target, change: AlertMarkChange): ReadonlyMap<string, AlertMark> {
    const earlier = new Map<string, AlertMark>()
    const marked = 'rows' in target ? new Set(target.rows.map(({ uuid }) => uuid)) : undefined
    changeRows((row) => {
      if (marked && !marked.has(row.uuid)) return row
      earlier.set(row.uuid, row.mark)
      return { ...row, mark: markedBy(row.mark, change) }
    })
    return earlier
  }

  const undoing = useMutation({
    mutationFn: ({ jobIds }: Undo) => undoJobs(client, jobIds),
    onMutate: refreshJobs,
    onSuccess: (jobs, { earlier }) => {
      if (jobs.some(({ undo }) => undo && undo.changed > 0)) refetch()
      else changeRows((row) => ({ ...row, mark: earlier.get(row.uuid) ?? row.mark }))
      say(undoOutcomeOf(jobs))
    },
    onError: sayFailure,
    onSettled: refreshJobs,
  })
  const marking = useMutation({
    mutationFn: ({ target, change, query }: Marking) => runJobs(client, jobsFor(target, change, query), refreshJobs),
    onSuccess: (jobs, { target, change }) => {
      const isWhole = jobs.every(({ state, changed }) => state === 'finished' && changed === 0)
      const earlier = isWhole ? show(target, change) : new Map<string, AlertMark>()
      if (!isWhole) refetch()
      if (jobs.some(({ undo }) => undo)) return
      const undo = { jobIds: jobs.map(({ id }) => id), earlier }
      say(outcomeOf(jobs), { name: text('alerts.undo'), run: () => undoing.mutate(undo) })
    },
    onError: sayFailure,
    onSettled: refreshJobs,
  })
  /** Resolves when the change has been made or has failed. */
  return async (wanted: Marking): Promise<void> => {
    if (targetCount(wanted.target) > 0) await marking.mutateAsync(wanted).catch(() => undefined)
  }
}
