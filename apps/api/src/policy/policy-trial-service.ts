import { type RiskPolicyTrial, detectorTypes, trialLimits } from '@watchpost/contract'
import { createScorer, type VersionedPolicy } from '@watchpost/risk'
import { createAsk } from '../alerts/engine-failure.ts'
import { alertNotFound } from '../alerts/alert-service.ts'
import type { CallerAsking, Searching } from '../queues/searching.ts'
import { builtInAlerts, builtInCluster } from './built-in-examples.ts'
import { type Example, scoredExample } from './example.ts'
import { readWanted } from './read-wanted.ts'
import type { StoredExamples } from './stored-examples.ts'

/** Dependencies of the policy trial. */
export interface PolicyTrialPorts {
  policies: { newest(): Promise<VersionedPolicy> }
  stored: StoredExamples
  /** Limits the concurrent engine requests. */
  searching: Searching
}

export interface Trial {
  policy: unknown
  alerts?: readonly string[]
}

export type PolicyTrialService = ReturnType<typeof createPolicyTrialService>

const KEPT_MS = trialLimits.keptSeconds * 1_000

export function createPolicyTrialService(ports: PolicyTrialPorts, now: () => number = Date.now) {
  const { policies, stored, searching } = ports
  const ask = createAsk(searching)
  let kept: { examples: Promise<Example[]>; at: number } | undefined

  /** Read for the first request and cached for the next ones: typing sends several requests a second. */
  function found({ requestId, caller }: CallerAsking): Promise<Example[]> {
    if (!kept || now() - kept.at > KEPT_MS) {
      // Other requests may wait for it too, so the first caller must not cancel it by leaving.
      const asking = { requestId, caller, signal: new AbortController().signal }
      const mine = { examples: ask('costly', asking, () => find(asking)), at: now() }
      kept = mine
      mine.examples.catch(() => {
        if (kept === mine) kept = undefined
      })
    }
    return kept.examples
  }

  async function find(asking: CallerAsking): Promise<Example[]> {
    const alerts = await stored.alerts(asking)
    const clusters = await stored.clusters(asking)
    const missing = detectorTypes.filter((type) => !alerts.some(({ shown }) => shown.type === type))
    return [...alerts, ...builtInAlerts(missing), ...(clusters.length > 0 ? clusters : [builtInCluster])]
  }

  async function named(uuids: readonly string[], asking: CallerAsking): Promise<Example[]> {
    const examples = await ask('costly', asking, () => stored.named(uuids, asking))
    const missing = uuids.find((uuid) => !examples.some(({ shown }) => shown.self?.endsWith(`/${uuid}`)))
    if (missing !== undefined) throw alertNotFound(missing)
    return examples
  }

  return {
    /** The examples, scored by the newest version and by the given policy. Changes nothing. */
    async run({ policy: wanted, alerts }: Trial, asking: CallerAsking): Promise<RiskPolicyTrial> {
      const policy = readWanted(wanted, '#/policy')
      const inForce = await policies.newest()
      const examples = await (alerts ? named(alerts, asking) : found(asking))
      const [before, after] = [createScorer(inForce), createScorer({ version: inForce.version + 1, policy })]
      return { version: inForce.version, examples: examples.map((example) => scoredExample(example, before, after)) }
    },
  }
}
