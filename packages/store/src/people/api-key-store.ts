import { programRoles } from '@watchpost/contract/names'
import { sql, type Transaction } from 'kysely'
import { auditedChange, type AuditEntry, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database, Role, Scope } from '../database/database.ts'
import { instantText } from '../database/instant-text.ts'

/** The account that a key acts for, and what the key allows. */
export interface LiveApiKey {
  id: number
  accountId: number
  username: string
  role: Role
  scopes: Scope[]
  /** Allowed IP addresses and CIDR networks; empty means anywhere. */
  networks: string[]
  /** ISO 8601 in UTC with microseconds. */
  expiresAt: string | null
  /** Its last recorded use is more than a minute ago, or there is none. */
  isUseStale: boolean
}

/** A key as listed, without the key itself. */
export interface ApiKeyEntry {
  id: number
  accountId: number
  username: string
  name: string
  scopes: Scope[]
  networks: string[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  lastUsedAddress: string | null
}

export interface NewApiKey {
  accountId: number
  name: string
  /** SHA-256 of the key. */
  keyHash: Uint8Array
  scopes: readonly Scope[]
  networks: readonly string[]
  expiresAt: Date | null
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

export function createApiKeyStore(store: Store) {
  const { db, now } = store
  return {
    /** Creates a key for an enabled account whose role can have keys. */
    create(key: NewApiKey, origin: AuditOrigin): Promise<ApiKeyEntry | 'no-owner' | 'name-taken' | 'expired'> {
      return auditedChange<ApiKeyEntry | 'no-owner' | 'name-taken' | 'expired'>(store, origin, async (trx) => {
        // Lock the owner, so that disabling it either comes first and is seen here, or removes this key too.
        const owner = await trx
          .selectFrom('account')
          .select(['id', sql<boolean>`${key.expiresAt}::timestamptz <= ${now()}`.as('isExpired')])
          .where('id', '=', key.accountId)
          .where('disabled_at', 'is', null)
          .where('role', 'in', programRoles)
          .forUpdate()
          .executeTakeFirst()
        if (!owner) return { result: 'no-owner', audit: [] }
        if (owner.isExpired) return { result: 'expired', audit: [] }
        const made = await trx
          .insertInto('api_key')
          .values({
            account_id: key.accountId,
            name: key.name,
            key_hash: Buffer.from(key.keyHash),
            scopes: [...key.scopes],
            networks: [...key.networks],
            expires_at: key.expiresAt,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) return { result: 'name-taken', audit: [] }
        const entry = await entries(trx).where('api_key.id', '=', made.id).executeTakeFirstOrThrow()
        return { result: entry, audit: { action: 'key.create', ...trace(null, entry) } }
      })
    },

    /** All keys, or those of one account, ordered by id. Expired keys are listed until they are removed. */
    list(accountId?: number): Promise<ApiKeyEntry[]> {
      return entries(db)
        .$if(accountId !== undefined, (query) => query.where('api_key.account_id', '=', accountId ?? 0))
        .orderBy('api_key.id')
        .execute()
    },

    /** Removes a key, of any account or of the given one. */
    remove(id: number, accountId: number | undefined, origin: AuditOrigin): Promise<'removed' | 'absent'> {
      return auditedChange<'removed' | 'absent'>(store, origin, async (trx) => {
        const before = await entries(trx).where('api_key.id', '=', id).executeTakeFirst()
        if (!before || (accountId !== undefined && before.accountId !== accountId)) {
          return { result: 'absent', audit: [] }
        }
        const removed = await trx.deleteFrom('api_key').where('id', '=', id).returning('id').executeTakeFirst()
        if (!removed) return { result: 'absent', audit: [] }
        return { result: 'removed', audit: { action: 'key.remove', ...trace(before, null) } }
      })
    },

    /** The key with its account, unless the key has expired or the account is disabled. */
    async findLive(keyHash: Uint8Array): Promise<LiveApiKey | 'absent'> {
      const row = await db
        .selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .select(['api_key.id', 'account.id as accountId', 'account.username', 'account.role'])
        .select(['api_key.scopes', 'api_key.networks', instantText('api_key.expires_at').as('expiresAt')])
        .select(sql<boolean>`coalesce(api_key.last_used_at < ${now()} - interval '1 minute', true)`.as('isUseStale'))
        .where('api_key.key_hash', '=', Buffer.from(keyHash))
        .where((where) => where.or([where('api_key.expires_at', 'is', null), where('api_key.expires_at', '>', now())]))
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Records the use and the IP address, at most once a minute. */
    async touch(id: number, address: string): Promise<void> {
      await sql`
        update api_key set last_used_at = ${now()}, last_used_address = ${address}
        where id = ${id} and coalesce(last_used_at < ${now()} - interval '1 minute', true)
      `.execute(db)
    },
  }
}

/** Removes all keys of an account as part of another change, and returns the audit entries. */
export async function removeKeysOf(trx: Transaction<Database>, accountId: number): Promise<AuditEntry[]> {
  const removed = await entries(trx).where('api_key.account_id', '=', accountId).orderBy('api_key.id').execute()
  await trx.deleteFrom('api_key').where('account_id', '=', accountId).execute()
  return removed.map((key) => ({ action: 'key.remove', ...trace(key, null) }))
}

function entries(db: Pick<Store['db'], 'selectFrom'>) {
  return db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.id', 'api_key.account_id as accountId', 'account.username', 'api_key.name'])
    .select(['api_key.scopes', 'api_key.networks', 'api_key.created_at as createdAt'])
    .select(['api_key.expires_at as expiresAt', 'api_key.last_used_at as lastUsedAt'])
    .select('api_key.last_used_address as lastUsedAddress')
}

function trace(before: ApiKeyEntry | null, after: ApiKeyEntry | null) {
  const shown = (key: ApiKeyEntry | null) =>
    key && {
      user: key.accountId,
      name: key.name,
      scopes: key.scopes,
      networks: key.networks,
      expires_at: key.expiresAt,
    }
  return { object: `key/${before?.id ?? after?.id}`, before: shown(before), after: shown(after) }
}
