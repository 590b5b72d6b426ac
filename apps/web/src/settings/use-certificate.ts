import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'

/** The TLS certificate of the appliance; not requested for accounts without the permission. */
export function useCertificate({ isEnabled = true } = {}) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.certificate,
    queryFn: async ({ signal }) => (await client.readCertificate({ signal })).body,
    enabled: isEnabled,
  })
}
