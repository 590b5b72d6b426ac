import type { RiskPolicy, VersionedPolicy } from '@watchpost/risk'
import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'

/** A version of the policy, with its author and time. */
export interface RiskPolicyEntry extends VersionedPolicy {
  createdAt: Date
  createdBy: string
}

export type RiskPolicyStore = ReturnType<typeof createRiskPolicyStore>

export function createRiskPolicyStore(store: Store) {
  const entries = () =>
    store.db
      .selectFrom('risk_policy')
      .select(['version', 'policy', 'created_at as createdAt', 'created_by as createdBy'])
      .orderBy('version', 'desc')

  return {
    /** The version that scores new events. */
    async newestVersion(): Promise<number> {
      const { version } = await store.db
        .selectFrom('risk_policy')
        .select((each) => each.fn.max('version').as('version'))
        .executeTakeFirstOrThrow()
      return version
    },

    newest: (): Promise<RiskPolicyEntry> => entries().limit(1).executeTakeFirstOrThrow(),

    /**
     * This version or, if it is missing, the last one before it: a restored database may lack versions that score
     * events in the log. The result names the version.
     */
    find: (version: number): Promise<RiskPolicyEntry> =>
      entries().where('version', '<=', version).limit(1).executeTakeFirstOrThrow(),

    /** Every version, newest first. */
    list: (): Promise<RiskPolicyEntry[]> => entries().execute(),

    /** Adds a version and audits it, unless another version was added since `expectedVersion`. */
    add(
      origin: AuditOrigin,
      policy: RiskPolicy,
      expectedVersion?: number,
    ): Promise<RiskPolicyEntry | 'changed-meanwhile'> {
      return auditedChange<RiskPolicyEntry | 'changed-meanwhile'>(store, origin, async (trx) => {
        // Changes are rare. Serialise them, so that version numbers have no gaps.
        await sql`lock table risk_policy in share row exclusive mode`.execute(trx)
        const before = await trx
          .selectFrom('risk_policy')
          .select(['version', 'policy'])
          .orderBy('version', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        if (expectedVersion !== undefined && expectedVersion !== before.version) {
          return { result: 'changed-meanwhile', audit: [] }
        }
        const result = await trx
          .insertInto('risk_policy')
          .values({ version: before.version + 1, policy: JSON.stringify(policy), created_by: origin.username })
          .returning(['version', 'policy', 'created_at as createdAt', 'created_by as createdBy'])
          .executeTakeFirstOrThrow()
        const object = `risk-policy/${result.version}`
        return {
          result,
          audit: { action: 'risk-policy.add', object, before: before.policy, after: result.policy },
        }
      })
    },
  }
}
