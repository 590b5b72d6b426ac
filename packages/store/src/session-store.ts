import { sql } from 'kysely'
import type { Store } from './connect-store.ts'
import type { Role } from './database.ts'

export interface LiveSession {
  accountId: number
  username: string
  role: Role
  expiresAt: Date
}

export interface NewSession {
  /** SHA-256 of the token: a copy of the database gives no one a token. */
  tokenHash: Uint8Array
  accountId: number
  ageSeconds: number
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ db }: Store) {
  return {
    /** Begins a session by the database's clock. `expiresAt` is ISO 8601 in UTC with microseconds. */
    async create({ tokenHash, accountId, ageSeconds }: NewSession): Promise<{ expiresAt: string }> {
      const { rows } = await sql<{ expiresAt: string }>`
        with swept as (
          -- A few of the long dead go whenever one is born: callers that log in for every call cannot fill the table.
          delete from session where token_hash in (
            select token_hash from session where expires_at < now() - interval '7 days'
            limit 100 for update skip locked
          )
        )
        insert into session (token_hash, account_id, expires_at)
        values (${Buffer.from(tokenHash)}, ${accountId}, now() + make_interval(secs => ${ageSeconds}))
        returning to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "expiresAt"
      `.execute(db)
      const [row] = rows
      if (!row) throw new Error('the database began no session')
      return row
    },

    /** The session with its account, unless it has ended, was revoked, or the account is disabled. */
    async findLive(tokenHash: Uint8Array): Promise<LiveSession | 'absent'> {
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['account.id as accountId', 'account.username', 'account.role', 'session.expires_at as expiresAt'])
        .where('session.token_hash', '=', Buffer.from(tokenHash))
        .where('session.revoked_at', 'is', null)
        .where('session.expires_at', '>', sql<Date>`now()`)
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Ends a session. Ending it twice is no error. */
    async revoke(tokenHash: Uint8Array): Promise<void> {
      await db
        .updateTable('session')
        .set({ revoked_at: sql<Date>`now()` })
        .where('token_hash', '=', Buffer.from(tokenHash))
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}
