import { sql } from 'kysely'
import { type AuditEntry, auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Role, SessionKind } from '../database/database.ts'
import { instantText } from '../database/instant-text.ts'
import {
  type BegunSession,
  endSessions,
  evictCookies,
  insertSession,
  isLive,
  loginEnd,
  type NewSession,
  sessionEnd,
} from './session-rows.ts'

/** The account that a session acts for, in its current state. */
export interface LiveSession {
  id: number
  accountId: number
  username: string
  role: Role
  mustChangePassword: boolean
  /** ISO 8601 in UTC with microseconds. */
  expiresAt: string
  /** When the login ends, however often the token is refreshed. */
  loginEndsAt: string
  /** The password was confirmed in the last minutes. */
  isConfirmed: boolean
  /** Its last recorded use is more than a minute ago. */
  isUseStale: boolean
}

/** A session as its owner sees it. */
export interface SessionEntry {
  id: number
  kind: SessionKind
  address: string
  userAgent: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

const confirmedMinutes = 5

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(store: Store) {
  const { db, now } = store

  return {
    /** Starts a session. Of browser sessions, the oldest beyond ten end. */
    create(session: NewSession, origin: AuditOrigin): Promise<BegunSession | 'outdated'> {
      return auditedChange<BegunSession | 'outdated'>(store, origin, async (trx) => {
        // Lock the account, so that a change of password or role either comes first and is seen here, or ends this
        // session too.
        const account = await trx
          .updateTable('account')
          .set({ last_login_at: now() })
          .where('id', '=', session.accountId)
          .where('password_hash', '=', session.passwordHash)
          .where('disabled_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!account) return { result: 'outdated', audit: [] }
        const begun = await insertSession(store, trx, session)
        const evicted = session.kind === 'cookie' ? await evictCookies(store, trx, session.accountId) : []
        const after = { kind: session.kind, expires_at: begun.expiresAt, ...(evicted.length > 0 && { evicted }) }
        return { result: begun, audit: { action: 'session.begin', object: `session/${begun.id}`, before: null, after } }
      })
    },

    /** The session with its account, unless it has ended, was revoked, or the account is disabled. */
    async findLive(kind: SessionKind, tokenHash: Uint8Array): Promise<LiveSession | 'absent'> {
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['session.id', 'account.id as accountId', 'account.username', 'account.role'])
        .select(['account.must_change_password as mustChangePassword'])
        .select([
          instantText(sessionEnd()).as('expiresAt'),
          instantText(loginEnd()).as('loginEndsAt'),
          sql<boolean>`session.confirmed_at > ${now()} - make_interval(mins => ${confirmedMinutes})`.as('isConfirmed'),
          sql<boolean>`session.last_used_at < ${now()} - interval '1 minute'`.as('isUseStale'),
        ])
        .where('session.token_hash', '=', Buffer.from(tokenHash))
        .where('session.kind', '=', kind)
        .where(isLive(store))
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Records the use, at most once a minute. */
    async touch(id: number): Promise<void> {
      await db
        .updateTable('session')
        .set({ last_used_at: now() })
        .where('id', '=', id)
        .where('last_used_at', '<', sql<Date>`${now()} - interval '1 minute'`)
        .execute()
    },

    /** Ends a token and starts another one of the same login, atomically. */
    refresh(
      tokenHash: Uint8Array,
      next: Omit<NewSession, 'passwordHash' | 'kind' | 'accountId'>,
      origin: AuditOrigin,
    ): Promise<BegunSession | 'absent'> {
      return auditedChange<BegunSession | 'absent'>(store, origin, async (trx) => {
        const old = await trx
          .updateTable('session')
          .set({ revoked_at: now() })
          .where('token_hash', '=', Buffer.from(tokenHash))
          .where('kind', '=', 'token')
          .where(isLive(store))
          .returning(['id', 'account_id', 'confirmed_at', sql<string>`login_at::text`.as('loginAt')])
          .executeTakeFirst()
        if (!old) return { result: 'absent', audit: [] }
        const begun = await insertSession(
          store,
          trx,
          { ...next, kind: 'token', accountId: old.account_id },
          { confirmedAt: old.confirmed_at, loginAt: old.loginAt },
        )
        const after = {
          kind: 'token',
          expires_at: begun.expiresAt,
          login_ends_at: begun.loginEndsAt,
          replaces: old.id,
        }
        return {
          result: begun,
          audit: { action: 'session.refresh', object: `session/${begun.id}`, before: null, after },
        }
      })
    },

    /** Records that the password was confirmed just now. */
    confirm(id: number, origin: AuditOrigin): Promise<'confirmed' | 'absent'> {
      return auditedChange<'confirmed' | 'absent'>(store, origin, async (trx) => {
        const found = await trx
          .updateTable('session')
          .set({ confirmed_at: now() })
          .where('id', '=', id)
          .where(isLive(store))
          .returning('id')
          .executeTakeFirst()
        if (!found) return { result: 'absent', audit: [] }
        const audit = { action: 'session.confirm', object: `session/${id}`, before: null, after: null }
        return { result: 'confirmed', audit }
      })
    },

    /** The live sessions of an account, newest first. */
    async list(accountId: number): Promise<SessionEntry[]> {
      return db
        .selectFrom('session')
        .select(['id', 'kind', 'address', 'user_agent as userAgent'])
        .select(['created_at as createdAt', 'last_used_at as lastUsedAt', sessionEnd().as('expiresAt')])
        .where('account_id', '=', accountId)
        .where(isLive(store))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    },

    /** Ends one session of an account. */
    end(accountId: number, id: number, origin: AuditOrigin): Promise<'ended' | 'absent'> {
      return auditedChange<'ended' | 'absent'>(store, origin, async (trx) => {
        const ended = await trx
          .updateTable('session')
          .set({ revoked_at: now() })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where(isLive(store))
          .returning(['kind', 'expires_at'])
          .executeTakeFirst()
        if (!ended) return { result: 'absent', audit: [] }
        const before = { user: accountId, ...ended }
        const audit: AuditEntry = { action: 'session.end', object: `session/${id}`, before, after: null }
        return { result: 'ended', audit }
      })
    },

    /** Ends all sessions of an account and returns their number. */
    endAll(accountId: number, origin: AuditOrigin): Promise<number> {
      return auditedChange(store, origin, async (trx) => {
        const ended = await endSessions(store, trx, accountId)
        const audit = {
          action: 'session.end-all',
          object: `user/${accountId}`,
          before: { sessions: ended },
          after: null,
        }
        return { result: ended.length, audit: ended.length > 0 ? audit : [] }
      })
    },
  }
}
