import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '@watchpost/sdk'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import type { Policy } from './draft.ts'

/** All versions of the policy, newest first, and the schema of its parts. */
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

/** Saves a new version, unless a newer one than `version` exists. */
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
    // Load the newer versions, but keep the draft.
    onError: (error) => (isProblem(error, 'changed-meanwhile') ? follow() : undefined),
  })
}
