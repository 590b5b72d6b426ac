import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../server/server.tsx'

const followMs = 2_000

/** Every syslog export with its live state. */
export function useSyslogExports() {
  const client = useClient()
  return useQuery({
    queryKey: ['syslog exports'],
    queryFn: async ({ signal }) => (await client.listSyslogExports({ signal })).body,
    refetchInterval: followMs,
  })
}

/** One of them. */
export function useSyslogExport(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['syslog export', id],
    queryFn: async ({ signal }) => (await client.readSyslogExport({ params: { id }, signal })).body,
    refetchInterval: followMs,
  })
}

/** Reads them again after a change. */
export function useFollowSyslog(id: number): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['syslog exports'] })
    await queries.invalidateQueries({ queryKey: ['syslog export', id] })
  }
}
