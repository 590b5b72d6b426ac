import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { prefer, usePreferences } from '../kit/state/preferences.ts'
import { useMay } from '../session/session.ts'

const lookAgainMs = 3_000

/** Any alert at all; looked for until there is one. */
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
 * Whether to show administrators the first steps: the appliance had no alert when they came. It stays so when the first
 * one arrives, so that what they waited for does not take the page away from them.
 */
export function useFirstRun(): boolean {
  const isConcerned = useMay()('probe:write') && !usePreferences().isStarted
  const { data } = useFirstAlert(isConcerned)
  const [wasEmpty, setWasEmpty] = useState(false)
  if (data === null && !wasEmpty) setWasEmpty(true)
  const isLongStarted = Boolean(data) && !wasEmpty
  useEffect(() => {
    // Not asked for again by this browser.
    if (isLongStarted) prefer({ isStarted: true })
  }, [isLongStarted])
  return isConcerned && wasEmpty
}
