import { createAlertIndex, createClusterSearch, createEventLookup } from '@watchpost/engine'
import { createRiskPolicyStore, type Store } from '@watchpost/store'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { PolicyParts } from './policy-routes.ts'
import { createPolicyService } from './policy-service.ts'
import { createPolicyTrialService } from './policy-trial-service.ts'
import { createStoredExamples } from './stored-examples.ts'

export interface PolicyNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  /** Prefix of the engine's indexes. */
  prefix: string
}

/** Builds the risk policy services. */
export function composePolicy({ engine, store, prefix }: PolicyNeighbours): PolicyParts {
  const policies = createRiskPolicyStore(store)
  const stored = createStoredExamples({
    index: createAlertIndex(engine, { prefix }),
    clusters: createClusterSearch(engine, { prefix }),
    events: createEventLookup(engine, { prefix }),
  })
  // A trial is a convenience: it takes at most one engine request at a time from searches.
  const asking = createBoundedQueue({ concurrency: 1, maxWaiting: 16, retryAfterSeconds: 2 })
  return { policy: createPolicyService(policies), trials: createPolicyTrialService({ policies, stored, asking }) }
}
