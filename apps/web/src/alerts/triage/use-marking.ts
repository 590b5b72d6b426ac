import { useMutation } from '@tanstack/react-query'
import type { Alert, AlertMarkChange } from '@watchpost/contract'
import { say, sayFailure } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { counted } from '../../texts/text.ts'
import { markedBy } from './marked.ts'

const mostAtOnce = 1_000

interface Marking {
  ids: readonly string[]
  change: AlertMarkChange
}

/** Marks alerts, and updates the rows on screen once the API has accepted the change. */
export function useMarking(change: (change: (alert: Alert) => Alert) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: async ({ ids, change: wanted }: Marking) => {
      for (let start = 0; start < ids.length; start += mostAtOnce) {
        await client.markAlerts({ body: { ids: ids.slice(start, start + mostAtOnce), ...wanted } })
      }
    },
    onSuccess: (_, { ids, change: wanted }) => {
      const marked = new Set(ids)
      change((alert) => (marked.has(alert.uuid) ? { ...alert, mark: markedBy(alert.mark, wanted) } : alert))
      say(counted('alerts.marked', ids.length))
    },
    onError: sayFailure,
  })
}
