import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RiskPolicyTrial } from '@watchpost/contract'
import { isProblem } from '@watchpost/sdk'
import { useEffect, useState } from 'react'
import type { Asked } from '../kit/feedback/answered.tsx'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import type { Policy } from './draft.ts'

const pauseMs = 250
/** Undoing an edit shows the earlier scores immediately. */
const keptMs = 30_000

export interface Tried {
  /** The last scored examples. */
  asked: Asked<RiskPolicyTrial>
  /** Why the current draft cannot be scored. */
  refusal: unknown
}

/** Scores examples with the edited policy. The last result stays until a newer one arrives. */
export function useTrial(policy: Policy): Tried {
  const client = useClient()
  const wanted = useSettled(JSON.stringify(policy))
  const asked = useQuery({
    queryKey: queryKeys.riskPolicyTrial(wanted),
    queryFn: async ({ signal }) => {
      try {
        return { trial: (await client.tryRiskPolicy({ body: { policy: JSON.parse(wanted) as Policy }, signal })).body }
      } catch (error) {
        // Return the error as data: it stays next to the fields until the next response.
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

/** Debounces a value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
