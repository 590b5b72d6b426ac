import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RiskPolicyTrial } from '@watchpost/contract'
import { isProblem } from '@watchpost/sdk'
import { useEffect, useState } from 'react'
import type { Asked } from '../kit/feedback/answered.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import type { Policy } from './draft.ts'

const pauseMs = 250
/** Who goes back to what they had written has the answer at once. */
const keptMs = 30_000

export interface Tried {
  /** The examples as they were last scored. */
  asked: Asked<RiskPolicyTrial>
  /** Why what is written now cannot be scored. */
  refusal: unknown
}

/** Has examples scored by a policy as it is written. What was answered last stays until there is something newer. */
export function useTrial(policy: Policy): Tried {
  const client = useClient()
  const wanted = useSettled(JSON.stringify(policy))
  const asked = useQuery({
    queryKey: queryKeys.riskPolicyTrial(wanted),
    queryFn: async ({ signal }) => {
      try {
        return { trial: (await client.tryRiskPolicy({ body: { policy: JSON.parse(wanted) as Policy }, signal })).body }
      } catch (error) {
        // An answer like any other: it stays next to the fields until the next one comes.
        if (isProblem(error, 'invalid-request')) return { refusal: error }
        throw error
      }
    },
    placeholderData: keepPreviousData,
    staleTime: keptMs,
    gcTime: keptMs,
  })
  const [scored, setScored] = useState<RiskPolicyTrial>()
  const trial = asked.data && 'trial' in asked.data ? asked.data.trial : undefined
  if (trial && trial !== scored) setScored(trial)
  return {
    asked: { ...asked, data: trial ?? scored, refetch: () => void asked.refetch() },
    refusal: asked.data && 'refusal' in asked.data ? asked.data.refusal : null,
  }
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
