import { sql, type Transaction } from 'kysely'
import { removeKeysOf } from './api-key-store.ts'
import type { AuditEntry } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { endSessions } from './session-rows.ts'

/** What a password change revoked, and what remains. */
export interface PasswordEffects {
  sessionsEnded: number
  keysRemoved: number
  /** Keys that have not expired. */
  keysRemaining: number
}

export interface PasswordEnds {
  /** The only session that stays. */
  keepSessionId?: number
  /** Whether the keys of the account are removed. */
  revokesKeys?: boolean
}

/** Revokes sessions and keys as part of a password change. */
export async function endWithPassword(
  store: Store,
  trx: Transaction<Database>,
  accountId: number,
  { keepSessionId, revokesKeys = false }: PasswordEnds,
): Promise<{ effects: PasswordEffects; audit: AuditEntry[] }> {
  const sessions = await endSessions(store, trx, accountId, keepSessionId)
  const audit = revokesKeys ? await removeKeysOf(trx, accountId) : []
  const { keys } = await trx
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(expires_at is null or expires_at > ${store.now()})`)
    .executeTakeFirstOrThrow()
  return { effects: { sessionsEnded: sessions.length, keysRemoved: audit.length, keysRemaining: keys }, audit }
}
