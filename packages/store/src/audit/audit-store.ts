import type { Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/**
 * How a change was authenticated: a bearer token, a browser cookie, an API key, the console, a login attempt, or the
 * appliance itself.
 */
export type AuditVia = 'token' | 'cookie' | 'key' | 'console' | 'login' | 'appliance'

/** Who makes a change, and from where. */
export interface AuditOrigin {
  /** Null for the console, and for a login with an unknown name. */
  accountId: number | null
  username: string
  via: AuditVia
  /** The first 8 hexadecimal digits of the session's hash, or the id of the key: enough to distinguish credentials. */
  credentialPrefix: string | null
  address: string
  requestId: string
}

/** What a change did. Secrets are omitted or replaced by one-way digests. */
export interface AuditEntry {
  /** For example `user.create`. */
  action: string
  /** For example `user/7`. */
  object: string
  before: unknown
  after: unknown
}

export type Change<T> = (
  trx: Transaction<Database>,
) => Promise<{ result: T; audit: AuditEntry | readonly AuditEntry[] }>

/**
 * Runs a change and writes its audit rows in the same transaction, so that no change goes unaudited. A change that
 * returns an empty list changed nothing; the transaction is rolled back.
 */
export async function auditedChange<T>(store: Store, origin: AuditOrigin, change: Change<T>): Promise<T> {
  const trx = await store.db.startTransaction().execute()
  try {
    const { result, audit } = await change(trx)
    const entries = [audit].flat()
    if (entries.length === 0) {
      await trx.rollback().execute()
      return result
    }
    // Insert the audit rows last: the id stays locked until the commit, so concurrent changes wait for each other only
    // here.
    for (const entry of entries) await trx.insertInto('audit').values(rowOf(origin, entry)).execute()
    await trx.commit().execute()
    return result
  } catch (error) {
    // A broken connection has rolled back already. Throw the first error.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

function rowOf(origin: AuditOrigin, { action, object, before, after }: AuditEntry) {
  return {
    account_id: origin.accountId,
    username: origin.username,
    via: origin.via,
    credential_prefix: origin.credentialPrefix,
    address: origin.address,
    request_id: origin.requestId,
    action,
    object,
    before: json(before),
    after: json(after),
  }
}

/** As text, because the driver would convert an array to a PostgreSQL array. */
function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
