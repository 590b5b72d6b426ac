import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertMarkChange, ClusterDetail } from '@watchpost/contract'
import type { Input } from '@watchpost/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AllMatching } from '../alerts/triage/target.ts'
import { useMarking } from '../alerts/triage/use-marking.ts'
import { sayFailure, undoLast } from '../kit/feedback/toast.tsx'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { useMayMark } from '../session/session.ts'

const lookMs = 1_000
const followsWithinMs = 20_000

/** Changes all alerts of a cluster. Alerts that arrived after the page was loaded do not belong to them. */
export function useClusterTriage({ alerts_link }: ClusterDetail, refetch: () => unknown) {
  const client = useClient()
  const queries = useQueryClient()
  const mayMark = useMayMark()
  const [isAsking, setAsking] = useState(false)
  const counting = {
    queryKey: queryKeys.clusterAlerts(alerts_link),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AllMatching> => {
      const query = conditionsIn(alerts_link)
      const { body } = await client.summariseAlerts({ query: { ...query, as_of: 'now' }, signal })
      return { total: body.total, asOf: body.as_of ?? '', query }
    },
    // Counted again on each visit: since an earlier one, the alerts may have changed.
    gcTime: 0,
  }
  const { data: all } = useQuery({ ...counting, enabled: mayMark })
  const follow = useFollowing(refetch)
  const onChanged = () => {
    // The next change is for the alerts as they are from now on: what was changed since the count is left alone.
    void queries.invalidateQueries({ queryKey: counting.queryKey })
    follow()
  }
  const marking = useMarking({ change: onChanged, refetch: onChanged })
  /** Waits for the change before, and for the count: a key can be pressed before they are known. */
  const ready = useRef(Promise.resolve())
  const withAll = (use: (all: AllMatching) => void | Promise<void>) => {
    const count = () => queries.fetchQuery({ ...counting, staleTime: Number.POSITIVE_INFINITY })
    ready.current = ready.current.then(count).then(use).catch(sayFailure)
  }
  const mark = (change: AlertMarkChange) => withAll((target) => marking({ target, change, query: target.query }))
  const acknowledge = () => mark({ status: 'acknowledged' })
  const close = () => mark({ status: 'closed' })
  const ask = () => (all ? setAsking(true) : withAll(() => setAsking(true)))
  useShortcuts(
    mayMark
      ? [
          { keys: 'e', what: 'shortcut.acknowledge', run: acknowledge },
          { keys: 'c', what: 'shortcut.closeAlerts', run: close },
          { keys: 'n', what: 'shortcut.mark', run: ask },
          { keys: 'z', what: 'shortcut.undo', run: undoLast },
        ]
      : [],
  )
  return {
    /** How many alerts the dialog is about; 0 if it is closed. */
    concernedCount: isAsking && all ? all.total : 0,
    acknowledge,
    close,
    ask,
    stopAsking: () => setAsking(false),
    mark,
  }
}

function conditionsIn(link: string): NonNullable<Input<'listAlerts'>['query']> {
  const { sort_by: _order, probe_id, ...conditions } = Object.fromEntries(new URLSearchParams(link.split('?')[1]))
  return { ...conditions, ...(probe_id && { probe_id: Number(probe_id) }) }
}

/** The counts of a cluster follow its alerts within seconds, so they are read again for a while. */
function useFollowing(refetch: () => unknown): () => void {
  const [until, setUntil] = useState<number>()
  useEffect(() => {
    if (until === undefined) return
    const timer = setInterval(() => {
      refetch()
      if (Date.now() >= until) setUntil(undefined)
    }, lookMs)
    return () => clearInterval(timer)
  }, [until, refetch])
  return useCallback(() => setUntil(Date.now() + followsWithinMs), [])
}
