import { useRanged } from '../../range/use-ranged.ts'
import { useClient } from '../../server/server.tsx'
import { countAlerts } from './alert-bars.ts'
import { type AlertFilter, conditionsOf } from './alert-filter.ts'

/** The exact number of alerts in the list, and their chart: one request for both, with the filter of the list. */
export function useAlertCounts(filter: AlertFilter) {
  const client = useClient()
  const conditions = conditionsOf(filter)
  return useRanged(
    'alert counts',
    [conditions],
    (span, signal) => countAlerts(client, span, conditions, 'severity', signal),
    // Count again whenever the list opens: an older total would not match its rows.
    { staleTime: 0 },
  )
}
