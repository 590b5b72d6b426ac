import { type RiskPolicyTrial, detectorTypes, trialLimits } from '@watchpost/contract'
import type { Asking } from '@watchpost/engine'
import { createScorer, type VersionedPolicy } from '@watchpost/risk'
import { asProblem } from '../alerts/engine-failure.ts'
import { alertNotFound } from '../alerts/alert-service.ts'
import type { BoundedQueue } from '../bounded-queue.ts'
import { builtInAlerts, builtInCluster } from './built-in-examples.ts'
import { type Example, scoredExample } from './example.ts'
import { readWanted } from './read-wanted.ts'
import type { StoredExamples } from './stored-examples.ts'

/** Dependencies of the policy trial. */
export interface PolicyTrialPorts {
  policies: { newest(): Promise<VersionedPolicy> }
  stored: StoredExamples
  /** Limits the concurrent engine requests. */
  asking: BoundedQueue
}

export interface Trial {
  policy: unknown
  alerts?: readonly string[]
}

export type PolicyTrialService = ReturnType<typeof createPolicyTrialService>

const KEPT_MS = trialLimits.keptSeconds * 1_000

export function createPolicyTrialService(ports: PolicyTrialPorts, now: () => number = Date.now) {
  const { policies, stored, asking: queue } = ports
  const ask = <T>(task: () => Promise<T>, signal?: AbortSignal) => queue.run(() => asProblem(task), signal)
  let kept: { examples: Promise<Example[]>; at: number } | undefined

  /** Read for the first request and cached for the next ones: typing sends several requests a second. */
  function found(requestId: string): Promise<Example[]> {
    if (!kept || now() - kept.at > KEPT_MS) {
      // Other requests may wait for it too, so the first caller must not cancel it by leaving.
      const asking = { requestId, signal: new AbortController().signal }
      const mine = { examples: ask(() => find(asking)), at: now() }
      kept = mine
      mine.examples.catch(() => {
        if (kept === mine) kept = undefined
      })
    }
    return kept.examples
  }

  async function find(asking: Asking): Promise<Example[]> {
    const alerts = await stored.alerts(asking)
    const clusters = await stored.clusters(asking)
    const missing = detectorTypes.filter((type) => !alerts.some(({ shown }) => shown.type === type))
    return [...alerts, ...builtInAlerts(missing), ...(clusters.length > 0 ? clusters : [builtInCluster])]
  }

  async function named(uuids: readonly string[], asking: Asking): Promise<Example[]> {
    const examples = await ask(() => stored.named(uuids, asking), asking.signal)
    const missing = uuids.find((uuid) => !examples.some(({ shown }) => shown.self?.endsWith(`/${uuid}`)))
    if (missing !== undefined) throw alertNotFound(missing)
    return examples
  }

  return {
    /** The examples, scored by the newest version and by the given policy. Changes nothing. */
    async run({ policy: wanted, alerts }: Trial, asking: Asking): Promise<RiskPolicyTrial> {
      const policy = readWanted(wanted, '#/policy')
      const inForce = await policies.newest()
      const examples = await (alerts ? named(alerts, asking) : found(asking.requestId))
      const [before, after] = [createScorer(inForce), createScorer({ version: inForce.version + 1, policy })]
      return { version: inForce.version, examples: examples.map((example) => scoredExample(example, before, after)) }
    },
  }
}
