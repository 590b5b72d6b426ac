import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SettingsChange } from '@watchpost/contract'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** All settings with their descriptions, and the ETag of this version. */
export function useSettings() {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.settings,
    queryFn: async ({ signal }) => {
      const [{ body: settings, etag }, { body: descriptions }] = await Promise.all([
        client.readSettings({ signal }),
        client.describeSettings({ signal }),
      ])
      return { settings, etag, descriptions }
    },
  })
}

/** Changes settings, unless they have changed since they were read. */
export function useChangeSettings(etag: string | undefined) {
  const client = useClient()
  const queries = useQueryClient()
  return async (change: SettingsChange) => {
    await client.changeSettings({ body: change, ...(etag && { headers: { 'if-match': etag } }) })
    await queries.invalidateQueries({ queryKey: queryKeys.settings })
  }
}
