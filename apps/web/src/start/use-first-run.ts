import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { prefer, usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'

const lookAgainMs = 3_000

/** Any alert; polled until there is one. */
export function useFirstAlert(isWanted: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.firstAlert,
    queryFn: async ({ signal }) => (await client.listAlerts({ query: { limit: 1 }, signal })).body[0]?.uuid ?? null,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : lookAgainMs),
  })
}

/**
 * Whether to show administrators the first steps: the appliance had no alert when the page was opened. This stays true
 * when the first alert arrives, so that the page does not disappear at that moment.
 */
export function useFirstRun(): boolean {
  const isConcerned = useMay()('probe:write') && !usePreferences().isStarted
  const { data } = useFirstAlert(isConcerned)
  const [wasEmpty, setWasEmpty] = useState(false)
  if (data === null && !wasEmpty) setWasEmpty(true)
  const isLongStarted = Boolean(data) && !wasEmpty
  useEffect(() => {
    // Remember it, so that this browser does not check again.
    if (isLongStarted) prefer({ isStarted: true })
  }, [isLongStarted])
  return isConcerned && wasEmpty
}
