import { sql, type Transaction } from 'kysely'
import { type AuditEntry, auditedChange, type AuditOrigin } from './audit-store.ts'
import type { Store } from './connect-store.ts'
import type { Database, Role, SessionKind } from './database.ts'
import { instantText } from './instant-text.ts'

/** Who a session stands for, as of now. */
export interface LiveSession {
  id: number
  accountId: number
  username: string
  role: Role
  mustChangePassword: boolean
  /** ISO 8601 in UTC with microseconds. */
  expiresAt: string
  /** The password was given in the last minutes. */
  isConfirmed: boolean
  /** Its last use was written down more than a minute ago. */
  isUseStale: boolean
}

export interface NewSession {
  /** SHA-256 of the token: a copy of the database gives no one a token. */
  tokenHash: Uint8Array
  kind: SessionKind
  accountId: number
  /** What the password was checked against. If it is the account's no more, the login came too late. */
  passwordHash: string
  ageSeconds: number
  address: string
  userAgent: string
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

export type BegunSession = { id: number; expiresAt: string }

/** Until somebody sets another. */
const firstIdleMinutes = 30
const confirmedMinutes = 5
const maxCookies = 10

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(store: Store) {
  const { db, now } = store

  /** Neither ended nor revoked, and a browser's not left alone for too long. */
  const isLive = () => sql<boolean>`
    session.revoked_at is null and session.expires_at > ${now()}
    and (session.kind = 'token' or session.last_used_at > ${now()} - interval '1 minute' * coalesce(
      (select value::numeric::float8 from setting where name = 'cookie_idle_minutes'), ${firstIdleMinutes}
    ))
  `

  async function insert(trx: Transaction<Database>, session: Omit<NewSession, 'passwordHash'>, confirmedAt?: Date) {
    const { rows } = await sql<BegunSession>`
      with swept as (
        -- A few of the long dead go whenever one is born: callers that log in for every call cannot fill the table.
        delete from session where token_hash in (
          select token_hash from session where expires_at < ${now()} - interval '7 days'
          limit 100 for update skip locked
        )
      )
      insert into session
        (token_hash, kind, account_id, address, user_agent, created_at, last_used_at, confirmed_at, expires_at)
      values (
        ${Buffer.from(session.tokenHash)}, ${session.kind}, ${session.accountId}, ${session.address},
        ${session.userAgent.slice(0, 256)}, ${now()}, ${now()}, ${confirmedAt ?? now()},
        ${now()} + make_interval(secs => ${session.ageSeconds})
      )
      returning id, ${instantText('expires_at')} as "expiresAt"
    `.execute(trx)
    const [row] = rows
    if (!row) throw new Error('the database began no session')
    return row
  }

  /** Ends what `which` picks of an account's live sessions and answers their numbers. */
  async function endAll(trx: Transaction<Database>, accountId: number, keepId?: number): Promise<number[]> {
    const ended = await trx
      .updateTable('session')
      .set({ revoked_at: now() })
      .where('account_id', '=', accountId)
      .where(isLive())
      .$if(keepId !== undefined, (query) => query.where('id', '!=', keepId ?? 0))
      .returning('id')
      .execute()
    return ended.map(({ id }) => id)
  }

  return {
    /** Begins a session; of a browser's, the oldest beyond ten end. */
    create(session: NewSession, origin: AuditOrigin): Promise<BegunSession | 'outdated'> {
      return auditedChange<BegunSession | 'outdated'>(store, origin, async (trx) => {
        // Locked, so that a change of the password or role either comes first and is seen, or ends this session too.
        const account = await trx
          .updateTable('account')
          .set({ last_login_at: now() })
          .where('id', '=', session.accountId)
          .where('password_hash', '=', session.passwordHash)
          .where('disabled_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!account) return { result: 'outdated', audit: [] }
        const begun = await insert(trx, session)
        const evicted = session.kind === 'cookie' ? await evict(trx, session.accountId) : []
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
          instantText('session.expires_at').as('expiresAt'),
          sql<boolean>`session.confirmed_at > ${now()} - make_interval(mins => ${confirmedMinutes})`.as('isConfirmed'),
          sql<boolean>`session.last_used_at < ${now()} - interval '1 minute'`.as('isUseStale'),
        ])
        .where('session.token_hash', '=', Buffer.from(tokenHash))
        .where('session.kind', '=', kind)
        .where(isLive())
        .where('account.disabled_at', 'is', null)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Writes down that it was used; at most once a minute, whoever asks. */
    async touch(id: number): Promise<void> {
      await db
        .updateTable('session')
        .set({ last_used_at: now() })
        .where('id', '=', id)
        .where('last_used_at', '<', sql<Date>`${now()} - interval '1 minute'`)
        .execute()
    },

    /** Ends a token and begins another for the same account, in one step. */
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
          .where(isLive())
          .returning(['id', 'account_id', 'confirmed_at'])
          .executeTakeFirst()
        if (!old) return { result: 'absent', audit: [] }
        const begun = await insert(trx, { ...next, kind: 'token', accountId: old.account_id }, old.confirmed_at)
        const after = { kind: 'token', expires_at: begun.expiresAt, replaces: old.id }
        return {
          result: begun,
          audit: { action: 'session.refresh', object: `session/${begun.id}`, before: null, after },
        }
      })
    },

    /** Notes that the password was given again just now. */
    confirm(id: number, origin: AuditOrigin): Promise<'confirmed' | 'absent'> {
      return auditedChange<'confirmed' | 'absent'>(store, origin, async (trx) => {
        const found = await trx
          .updateTable('session')
          .set({ confirmed_at: now() })
          .where('id', '=', id)
          .where(isLive())
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
        .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
        .where('account_id', '=', accountId)
        .where(isLive())
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
          .where(isLive())
          .returning(['kind', 'expires_at'])
          .executeTakeFirst()
        if (!ended) return { result: 'absent', audit: [] }
        const before = { user: accountId, ...ended }
        const audit: AuditEntry = { action: 'session.end', object: `session/${id}`, before, after: null }
        return { result: 'ended', audit }
      })
    },

    /** Ends every session of an account and answers how many there were. */
    endAll(accountId: number, origin: AuditOrigin): Promise<number> {
      return auditedChange(store, origin, async (trx) => {
        const ended = await endAll(trx, accountId)
        const audit = {
          action: 'session.end-all',
          object: `user/${accountId}`,
          before: { sessions: ended },
          after: null,
        }
        return { result: ended.length, audit: ended.length > 0 ? audit : [] }
      })
    },

    /** The same as a part of another change. */
    endAllWithin: endAll,
  }

  async function evict(trx: Transaction<Database>, accountId: number): Promise<number[]> {
    const old = trx
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'cookie')
      .where(isLive())
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(maxCookies)
    const ended = await trx
      .updateTable('session')
      .set({ revoked_at: now() })
      .where('id', 'in', old)
      .returning('id')
      .execute()
    return ended.map(({ id }) => id)
  }
}
