import { firstPolicy } from '@watchpost/risk'
import type { RiskPolicyEntry } from '@watchpost/store'
import type { PolicyPorts } from '../../src/policy/policy-service.ts'

/** An in-memory store of risk policy versions. */
export function aPolicyStore(): PolicyPorts {
  const versions: RiskPolicyEntry[] = [{ ...firstPolicy, createdAt: new Date(0), createdBy: 'watchpost' }]
  const newest = () => versions.at(-1) as RiskPolicyEntry
  return {
    newest: async () => newest(),
    list: async () => versions.toReversed(),
    async add({ username }, policy, expectedVersion = newest().version) {
      if (expectedVersion !== newest().version) return 'changed-meanwhile'
      versions.push({ version: newest().version + 1, policy, createdAt: new Date(1_000), createdBy: username })
      return newest()
    },
  }
}
