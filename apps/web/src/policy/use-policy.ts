import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '@watchpost/sdk'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import type { Policy } from './draft.ts'

/** Every version of the policy, newest first, and what the appliance says of its parts. */
export function usePolicies() {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.riskPolicy,
    queryFn: async ({ signal }) => {
      const [{ body: versions }, { body: schema }] = await Promise.all([
        client.listRiskPolicies({ signal }),
        client.describeRiskPolicy({ signal }),
      ])
      return { versions, schema }
    },
  })
}

/** Makes a new version, unless someone else made one since `version`. */
export function useSavePolicy(version: number, onDone: (made: number) => void) {
  const client = useClient()
  const queries = useQueryClient()
  const follow = () => queries.invalidateQueries({ queryKey: queryKeys.riskPolicy })
  return useMutation({
    mutationFn: async (policy: Policy) =>
      (await client.replaceRiskPolicy({ body: policy, headers: { 'if-match': `"${version}"` } })).body,
    onSuccess: ({ version: made }) => {
      onDone(made)
      return follow()
    },
    // What was made in the meantime is shown, and what was written stays.
    onError: (error) => (isProblem(error, 'changed-meanwhile') ? follow() : undefined),
  })
}
