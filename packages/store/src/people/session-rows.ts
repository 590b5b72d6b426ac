import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database, SessionKind } from '../database/database.ts'
import { instantText } from '../database/instant-text.ts'

/** A successful login that becomes a session. */
export interface NewSession {
  /** SHA-256 of the token, so that a stolen database contains no usable token. */
  tokenHash: Uint8Array
  kind: SessionKind
  accountId: number
  /** The hash that the password was checked against. If it is no longer the account's hash, the login is rejected. */
  passwordHash: string
  ageSeconds: number
  address: string
  userAgent: string
}

/** Returned to the owner of the session. Timestamps are ISO 8601 in UTC with microseconds. */
export interface BegunSession {
  id: number
  expiresAt: string
  /** When the login ends, however often the token is refreshed. */
  loginEndsAt: string
  /** Whole seconds until `expiresAt`. */
  lifeSeconds: number
}

/** Default values of the settings. */
const firstIdleMinutes = 30
const firstMaxDays = 7
const maxCookies = 10

type Clock = Pick<Store, 'now'>

/** When a login from this time ends, by the current setting. */
function endOfLogin(loginAt: RawBuilder<Date>): RawBuilder<Date> {
  // In hours: a calendar day is longer or shorter when clocks change.
  return sql<Date>`(${loginAt} + interval '24 hours' * coalesce(
    (select value::numeric::float8 from setting where name = 'session_max_days'), ${firstMaxDays}
  ))`
}

/** When the login of a session ends. */
export const loginEnd = (): RawBuilder<Date> => endOfLogin(sql<Date>`session.login_at`)

/** When a session ends unless its token is refreshed. A lower setting also shortens existing sessions. */
export const sessionEnd = (): RawBuilder<Date> => sql<Date>`least(session.expires_at, ${loginEnd()})`

/** Neither expired nor revoked, and not idle for too long if it is a browser session. */
export function isLive({ now }: Clock): RawBuilder<boolean> {
  return sql<boolean>`
    session.revoked_at is null and ${sessionEnd()} > ${now()}
    and (session.kind = 'token' or session.last_used_at > ${now()} - interval '1 minute' * coalesce(
      (select value::numeric::float8 from setting where name = 'cookie_idle_minutes'), ${firstIdleMinutes}
    ))
  `
}

/** What a refreshed token inherits from the previous one. */
export interface Inherited {
  confirmedAt: Date
  /** PostgreSQL's text form, with microseconds. */
  loginAt: string
}

/** Inserts a session. It ends with its login at the latest. */
export async function insertSession(
  { now }: Clock,
  trx: Transaction<Database>,
  session: Omit<NewSession, 'passwordHash'>,
  inherited?: Inherited,
): Promise<BegunSession> {
  const loginAt = inherited ? sql<Date>`${inherited.loginAt}::timestamptz` : now()
  const { rows } = await sql<BegunSession>`
    with swept as (
      -- A few of the long dead go whenever one is born: callers that log in for every call cannot fill the table.
      delete from session where token_hash in (
        select token_hash from session where expires_at < ${now()} - interval '7 days'
        limit 100 for update skip locked
      )
    )
    insert into session
      (token_hash, kind, account_id, address, user_agent, created_at, last_used_at, confirmed_at, login_at, expires_at)
    values (
      ${Buffer.from(session.tokenHash)}, ${session.kind}, ${session.accountId}, ${session.address},
      ${session.userAgent.slice(0, 256)}, ${now()}, ${now()}, ${inherited?.confirmedAt ?? now()},
      ${loginAt}, least(${now()} + make_interval(secs => ${session.ageSeconds}), ${endOfLogin(loginAt)})
    )
    returning id, ${instantText('expires_at')} as "expiresAt", ${instantText(loginEnd())} as "loginEndsAt",
      floor(extract(epoch from expires_at - created_at))::int as "lifeSeconds"
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the database returned no session')
  return row
}

/** Ends the live sessions of an account except one, and returns their ids. */
export async function endSessions(
  clock: Clock,
  trx: Transaction<Database>,
  accountId: number,
  keepId?: number,
): Promise<number[]> {
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: clock.now() })
    .where('account_id', '=', accountId)
    .where(isLive(clock))
    .$if(keepId !== undefined, (query) => query.where('id', '!=', keepId ?? 0))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Ends the oldest browser sessions of an account beyond ten, and returns their ids. */
export async function evictCookies(clock: Clock, trx: Transaction<Database>, accountId: number): Promise<number[]> {
  const old = trx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'cookie')
    .where(isLive(clock))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxCookies)
  const ended = await trx
    .updateTable('session')
    .set({ revoked_at: clock.now() })
    .where('id', 'in', old)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}
