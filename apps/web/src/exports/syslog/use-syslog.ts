import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'

const followMs = 2_000

/** All syslog exports with their live state. */
export function useSyslogExports() {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.syslogExports,
    queryFn: async ({ signal }) => (await client.listSyslogExports({ signal })).body,
    refetchInterval: followMs,
  })
}

/** One syslog export. */
export function useSyslogExport(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.syslogExport(id),
    queryFn: async ({ signal }) => (await client.readSyslogExport({ params: { id }, signal })).body,
    refetchInterval: followMs,
  })
}

/** Reads the list and one export again after a change. */
export function useFollowSyslog(): (id: number) => Promise<void> {
  const queries = useQueryClient()
  return async (id) => {
    await queries.invalidateQueries({ queryKey: queryKeys.syslogExports })
    await queries.invalidateQueries({ queryKey: queryKeys.syslogExport(id) })
  }
}
