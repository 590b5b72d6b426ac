import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** What the appliance shows to browsers and programs; not asked for by who may not see it. */
export function useCertificate({ isEnabled = true } = {}) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.certificate,
    queryFn: async ({ signal }) => (await client.readCertificate({ signal })).body,
    enabled: isEnabled,
  })
}
