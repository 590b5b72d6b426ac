import { useQuery } from '@tanstack/react-query'
import { useClient } from '../server/server.tsx'

export const certificateKey = ['certificate']

/** What the appliance shows to browsers and programs; not asked for by who may not see it. */
export function useCertificate({ isEnabled = true } = {}) {
  const client = useClient()
  return useQuery({
    queryKey: certificateKey,
    queryFn: async ({ signal }) => (await client.readCertificate({ signal })).body,
    enabled: isEnabled,
  })
}
