import { useMutation } from '@tanstack/react-query'
import type { Alert } from '@watchpost/contract'
import { csvOf, saveFile } from '../../kit/table/csv.ts'
import { say, sayFailure } from '../../kit/feedback/toast.tsx'
import { useClient } from '../../server/server.tsx'
import { counted, text } from '../../texts/text.ts'
import { spanOf, type TimeRange } from '../../time/range.ts'
import type { AlertColumn } from './alert-columns.tsx'
import { type AlertFilter, parametersOf } from './alert-filter.ts'

export const mostExported = 10_000

interface Export {
  filter: AlertFilter
  range: TimeRange
  columns: readonly AlertColumn[]
  /** Live rows are exported as shown. */
  live: readonly Alert[] | undefined
}

/** Exports the table as a file with its columns, order and filter. */
export function useExport() {
  const client = useClient()
  return useMutation({
    mutationFn: async ({ filter, range, columns, live }: Export) => {
      const query = { ...parametersOf(filter, spanOf(range, Date.now())), limit: mostExported }
      const answer = live ? undefined : await client.listAlerts({ query })
      const rows = live ?? answer?.body ?? []
      const csv = csvOf(
        columns.map(({ id }) => id),
        rows.map((alert) => columns.map(({ plain }) => plain(alert))),
      )
      saveFile(`alerts-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.csv`, 'text/csv;charset=utf-8', csv)
      return { count: rows.length, isCut: answer?.next !== undefined }
    },
    onSuccess: ({ count, isCut }) =>
      say(isCut ? text('alerts.exportedFirst', { count }) : counted('alerts.exported', count)),
    onError: sayFailure,
  })
}
