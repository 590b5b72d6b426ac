import type { PolicyParts } from '../../src/policy/policy-routes.ts'
import { createPolicyService } from '../../src/policy/policy-service.ts'
import { createPolicyTrialService } from '../../src/policy/policy-trial-service.ts'
import type { Searching } from '../../src/queues/searching.ts'
import { createStoredExamples } from '../../src/policy/stored-examples.ts'
import { aPolicyStore } from './a-policy-store.ts'
import type { AlertFakes } from './some-alerts.ts'

/** The risk policy services over fakes: nothing is stored except the given alerts. */
export function somePolicies(searching: Searching, alerts: AlertFakes = {}): PolicyParts {
  const policies = aPolicyStore()
  const stored = createStoredExamples({
    index: { page: async () => ({ entries: [] }), named: async () => [], ...alerts },
    clusters: { page: alerts.clusters ?? (async () => ({ clusters: [] })) },
    events: { documents: async () => new Map(), ...alerts },
  })
  return { policy: createPolicyService(policies), trials: createPolicyTrialService({ policies, stored, searching }) }
}
