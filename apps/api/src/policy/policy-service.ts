import { AppError, type RiskPolicyVersion } from '@watchpost/contract'
import type { RiskPolicy } from '@watchpost/risk'
import type { AuditOrigin, RiskPolicyEntry } from '@watchpost/store'
import { readWanted } from './read-wanted.ts'

/** Storage of the risk policy. Each change is audited in the same transaction. */
export interface PolicyPorts {
  newest(): Promise<RiskPolicyEntry>
  list(): Promise<RiskPolicyEntry[]>
  add(origin: AuditOrigin, policy: RiskPolicy, expectedVersion?: number): Promise<RiskPolicyEntry | 'changed-meanwhile'>
}

export type PolicyService = ReturnType<typeof createPolicyService>

export function createPolicyService(store: PolicyPorts) {
  return {
    read: async (): Promise<RiskPolicyVersion> => versionOf(await store.newest()),

    list: async (): Promise<RiskPolicyVersion[]> => (await store.list()).map(versionOf),

    async replace(origin: AuditOrigin, wanted: unknown, ifMatch?: string): Promise<RiskPolicyVersion> {
      const added = await store.add(origin, readWanted(wanted, '#'), versionIn(ifMatch))
      if (added === 'changed-meanwhile') throw new AppError('changed-meanwhile')
      return versionOf(added)
    },
  }
}

function versionOf({ version, policy, createdAt, createdBy }: RiskPolicyEntry): RiskPolicyVersion {
  return { version, created_at: createdAt.toISOString(), created_by: createdBy, policy }
}

/** The version of an `If-Match` header; undefined if it is absent or `*`. */
function versionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = /^"(\d{1,9})"$/.exec(ifMatch)?.[1]
  if (!version) throw new AppError('invalid-request', 'If-Match must be the ETag that reading the policy gave.')
  return Number(version)
}
