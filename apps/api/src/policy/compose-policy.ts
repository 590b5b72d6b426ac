import { createAlertIndex, createClusterSearch, createEventLookup } from '@watchpost/engine'
import { createRiskPolicyStore, type Store } from '@watchpost/store'
import type { Searching } from '../queues/searching.ts'
import type { PolicyParts } from './policy-routes.ts'
import { createPolicyService } from './policy-service.ts'
import { createPolicyTrialService } from './policy-trial-service.ts'
import { createStoredExamples } from './stored-examples.ts'

export interface PolicyNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  searching: Searching
  /** Prefix of the engine's indexes. */
  prefix: string
}

/** Builds the risk policy services. */
export function composePolicy({ engine, store, searching, prefix }: PolicyNeighbours): PolicyParts {
  const policies = createRiskPolicyStore(store)
  const stored = createStoredExamples({
    index: createAlertIndex(engine, { prefix }),
    clusters: createClusterSearch(engine, { prefix }),
    events: createEventLookup(engine, { prefix }),
  })
  return { policy: createPolicyService(policies), trials: createPolicyTrialService({ policies, stored, searching }) }
}
