import { useMutation } from '@tanstack/react-query'
import type { AlertMarkChange } from '@watchpost/contract'
import type { Input } from '@watchpost/sdk'
import { say, sayFailure } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { counted, text } from '../../texts/text.ts'
import { type AlertRow, alertCount } from '../list/alert-row.ts'
import { alertsOf, earlierStatuses, markAll, mostMarked } from './marked-alerts.ts'
import { markedBy } from './marked.ts'

interface Marking {
  rows: readonly AlertRow[]
  change: AlertMarkChange
  /** The query of the list that shows the rows. */
  query: NonNullable<Input<'listAlerts'>['query']>
}

type EarlierStatuses = NonNullable<ReturnType<typeof earlierStatuses>>

/** Marks alerts, and updates the rows on screen once the API has accepted the change. */
export function useMarking(changeRows: (change: (row: AlertRow) => AlertRow) => void) {
  const client = useClient()
  function show(ids: Iterable<string>, change: AlertMarkChange) {
    const marked = new Set(ids)
    changeRows((row) => (marked.has(row.uuid) ? { ...row, mark: markedBy(row.mark, change) } : row))
  }
  const undoing = useMutation({
    mutationFn: async (earlier: EarlierStatuses) => {
      for (const [status, ids] of earlier) await markAll(client, ids, { status })
    },
    onSuccess: (_, earlier) => {
      for (const [status, ids] of earlier) show(ids, { status })
      say(text('alerts.undone'))
    },
    onError: sayFailure,
  })
  const marking = useMutation({
    mutationFn: async ({ rows, change, query }: Marking) => {
      const alerts = await alertsOf(client, rows, query)
      await markAll(
        client,
        alerts.map(({ uuid }) => uuid),
        change,
      )
      return alerts
    },
    onSuccess: (alerts, { change }) => {
      const earlier = earlierStatuses(alerts, change)
      show(
        alerts.map(({ uuid }) => uuid),
        change,
      )
      const undo = earlier && { name: text('alerts.undo'), run: () => undoing.mutate(earlier) }
      say(counted('alerts.marked', alerts.length), undo)
    },
    onError: sayFailure,
  })
  return (wanted: Marking) => {
    if (alertCount(wanted.rows) > mostMarked) say(text('alerts.tooMany', { count: mostMarked }))
    else if (wanted.rows.length > 0) marking.mutate(wanted)
  }
}
