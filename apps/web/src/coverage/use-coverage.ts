import { useQuery } from '@tanstack/react-query'
import type { Coverage } from '@watchpost/contract'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { spanOf, type TimeRange, usualRange } from '../time/range.ts'
import { useTime } from '../range/time-context.tsx'

/** The statement; `reading` while it loads; `unreachable` if the last one is too old to show. */
export type Known = Coverage | 'reading' | 'unreachable'

interface Wish {
  /** The time range; by default that of the page. */
  range?: TimeRange
  probeId?: number | undefined
}

const pollMs = 5_000
/** The interval for long ranges, whose responses are several megabytes. */
const longPollMs = 10_000
const longHours = 1_000
const answerWithinMs = 10_000
const oldAfterMs = 15_000

/**
 * The coverage statement that all pages share. Components that need the same time share one query. A statement that
 * could not be refreshed for 15 seconds is not shown.
 */
export function useCoverage({ range, probeId }: Wish = {}): Known {
  const client = useClient()
  const { range: shown } = useTime()
  const { from, to } = range ?? shown
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: queryKeys.coverage({ from, to }, probeId),
    queryFn: async ({ signal }) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)])
      return (await client.readCoverage({ query: queryOf({ from, to }, probeId), signal: within })).body
    },
    refetchInterval: ({ state }) => (isLong(state.data) ? longPollMs : pollMs),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  if (data === undefined) return error ? 'unreachable' : 'reading'
  return error && errorUpdatedAt - dataUpdatedAt > oldAfterMs ? 'unreachable' : data
}

/** Coverage of the last 24 hours, for pages without a time range. */
export function useCoverageOfDay(): Known {
  return useCoverage({ range: usualRange })
}

/** The current hour and the 23 before it. */
const day: TimeRange = { from: 'now-23h/h', to: 'now' }

/** The last day of a probe, in whole hours. */
export function useProbeDay(probeId: number): Known {
  return useCoverage({ range: day, probeId })
}

/** The API fills in the current time from its own clock. */
function queryOf(range: TimeRange, probeId: number | undefined) {
  const { from, to } = spanOf(range, Date.now())
  return {
    from: new Date(from).toISOString(),
    ...(range.to !== 'now' && { to: new Date(to - 1).toISOString() }),
    ...(probeId !== undefined && { probe_id: probeId }),
  }
}

function isLong(coverage: Coverage | undefined): boolean {
  return coverage !== undefined && coverage.probes.reduce((sum, { hours }) => sum + hours.length, 0) > longHours
}
