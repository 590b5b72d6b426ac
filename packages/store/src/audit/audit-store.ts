import type { Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** How a change came in: with a login's token, a browser's cookie, an API key, at the console, by logging in, or by itself. */
export type AuditVia = 'token' | 'cookie' | 'key' | 'console' | 'login' | 'appliance'

/** Who asks for a change, and from where. */
export interface AuditOrigin {
  /** None for the console, and for a login that names no one. */
  accountId: number | null
  username: string
  via: AuditVia
  /** The first 8 hexadecimal digits of the session's hash, or the id of the key: enough to tell credentials apart. */
  credentialPrefix: string | null
  address: string
  requestId: string
}

/** What a change did. Secrets are left out, or stand as digests that no one can turn back. */
export interface AuditEntry {
  /** As `user.create`. */
  action: string
  /** As `user/7`. */
  object: string
  before: unknown
  after: unknown
}

export type Change<T> = (
  trx: Transaction<Database>,
) => Promise<{ result: T; audit: AuditEntry | readonly AuditEntry[] }>

/**
 * Runs a change and writes down what it did in the same transaction: no audit, no change. A change that answers an
 * empty list says that it changed nothing, and whatever it wrote is taken back.
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
    // Last, since its number is locked until the commit: changes wait for each other here and nowhere before.
    for (const entry of entries) await trx.insertInto('audit').values(rowOf(origin, entry)).execute()
    await trx.commit().execute()
    return result
  } catch (error) {
    // A connection that broke has rolled back by itself; the first error is the one to tell.
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

/** As text, since the driver would turn an array into one of PostgreSQL's own. */
function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
