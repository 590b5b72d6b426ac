import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CloneClearance, ProbeChange } from '@watchpost/contract'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

const listMs = 5_000
const oneMs = 2_000

/** All probes, polled while the page is open. */
export function useProbes() {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.probes,
    queryFn: async ({ signal }) => ({ probes: (await client.listProbes({ signal })).body, readAt: Date.now() }),
    refetchInterval: listMs,
  })
}

/** One probe, polled more often. */
export function useProbe(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.probe(id),
    queryFn: async ({ signal }) => ({
      probe: (await client.readProbe({ params: { id }, signal })).body,
      readAt: Date.now(),
    }),
    refetchInterval: oneMs,
  })
}

/** The ledger of a probe's events. */
export function useProbeLedger(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.probeLedger(id),
    queryFn: async ({ signal }) => (await client.readProbeLedger({ params: { id }, signal })).body,
    refetchInterval: listMs,
  })
}

/** Changes to a probe; each refreshes its views. */
export function useProbeChanges(id: number) {
  const client = useClient()
  const queries = useQueryClient()
  const follow = async () => {
    await queries.invalidateQueries({ queryKey: queryKeys.probes })
    await queries.invalidateQueries({ queryKey: queryKeys.probe(id) })
  }
  return {
    async change(change: ProbeChange) {
      await client.changeProbe({ params: { id }, body: change })
      await follow()
    },
    async revoke() {
      await client.unpairProbe({ params: { id } })
      await follow()
    },
    async clearCloneAlarms(clearance: CloneClearance) {
      await client.clearCloneAlarms({ params: { id }, body: clearance })
      await follow()
    },
    async remove() {
      await client.removeProbe({ params: { id } })
      queries.removeQueries({ queryKey: queryKeys.probe(id) })
      await queries.invalidateQueries({ queryKey: queryKeys.probes })
    },
  }
}
