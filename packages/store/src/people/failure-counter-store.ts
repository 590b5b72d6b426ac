import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import {
  afterFailure,
  forgottenAfterSeconds,
  type CounterKind,
  counterRules,
  type CounterState,
  nameCounter,
  waitSeconds,
} from './failure-counter.ts'

/** A login attempt. */
export interface LoginAttempt {
  username: string
  /** Null if no account has the name. */
  accountId: number | null
  /** The IP address, or the network that counts as one source. */
  source: string
}

/** `admitted`: the attempt counts as failed in these counters until it is released. */
export type LoginAdmission =
  | { outcome: 'admitted'; isKnown: boolean; counters: readonly string[] }
  | { outcome: 'refused'; by: CounterKind; retryAfterSeconds: number }

interface Counter {
  kind: CounterKind
  name: string
}

const knownForDays = 90

export type FailureCounterStore = ReturnType<typeof createFailureCounterStore>

/** Limits the rate of login attempts. Sources that an account has signed in from before have a separate counter. */
export function createFailureCounterStore({ db, now }: Store) {
  async function countersOf({
    username,
    accountId,
    source,
  }: LoginAttempt): Promise<{ isKnown: boolean; counters: Counter[] }> {
    const known = await db
      .selectFrom('login_source')
      .select('account_id')
      .where('account_id', '=', accountId ?? 0)
      .where('source', '=', source)
      .where('last_at', '>', sql<Date>`${now()} - make_interval(days => ${knownForDays})`)
      .executeTakeFirst()
    if (known) return { isKnown: true, counters: [{ kind: 'known', name: `known:${accountId}:${source}` }] }
    const counters: Counter[] = [
      { kind: 'account', name: nameCounter(username) },
      { kind: 'source', name: `source:${source}` },
      { kind: 'global', name: 'global' },
    ]
    return { isKnown: false, counters }
  }

  async function read(trx: Pick<Store['db'], 'selectFrom'>, counters: readonly Counter[], isLocking: boolean) {
    const epoch = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})::float8`
    const names = counters.map(({ name }) => name)
    const rows = await trx
      .selectFrom('login_lane')
      .select(['lane', 'failures', epoch('since').as('since'), epoch('last_at').as('lastAt')])
      .select(sql<number | null>`extract(epoch from blocked_until)::float8`.as('blockedUntil'))
      .select(sql<number>`extract(epoch from ${now()})::float8`.as('now'))
      .where('lane', 'in', names)
      // Lock rows in one order to avoid deadlocks.
      .orderBy('lane')
      .$if(isLocking, (query) => query.forUpdate())
      .execute()
    const states = new Map<string, CounterState>(rows.map(({ lane, now: _now, ...state }) => [lane, state]))
    return { states, now: rows[0]?.now }
  }

  return {
    /** Admits an attempt to the password check, and counts it as failed before the check. */
    async admit(attempt: LoginAttempt): Promise<LoginAdmission> {
      const { isKnown, counters } = await countersOf(attempt)
      // Reject a flood with a read alone, so that it does not queue for locks.
      const seen = await read(db, counters, false)
      const refusal = refusalIn(counters, seen.states, seen.now ?? 0)
      if (refusal) return refusal
      return db.transaction().execute(async (trx) => {
        await openCounters(trx, counters)
        const locked = await read(trx, counters, true)
        const present = locked.now ?? 0
        const late = refusalIn(counters, locked.states, present)
        if (late) return late
        for (const { kind, name } of counters) {
          await write(trx, name, afterFailure(locked.states.get(name), counterRules[kind], present))
        }
        return { outcome: 'admitted' as const, isKnown, counters: counters.map(({ name }) => name) }
      })
    },

    /** Removes the failure: the password was right, or was never checked. */
    async release(counters: readonly string[]): Promise<void> {
      await db
        .updateTable('login_lane')
        .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
        .where('lane', 'in', counters)
        .execute()
    },

    /** Stores a source that the account signed in from, and deletes old ones. */
    async remember(accountId: number, source: string): Promise<void> {
      await sql`
        with forgotten as (
          delete from login_source
          where account_id = ${accountId} and source <> ${source}
            and last_at < ${now()} - make_interval(days => ${knownForDays})
        )
        insert into login_source (account_id, source, last_at) values (${accountId}, ${source}, ${now()})
        on conflict (account_id, source) do update set last_at = excluded.last_at
      `.execute(db)
    },
  }

  /** Inserts the rows to lock. Also deletes a few expired counters. */
  async function openCounters(trx: Transaction<Database>, counters: readonly Counter[]): Promise<void> {
    await sql`
      with swept as (
        delete from login_lane where lane in (
          select lane from login_lane
          where last_at < ${now()} - make_interval(secs => ${forgottenAfterSeconds})
            and lane not in (${sql.join(counters.map(({ name }) => name))})
          limit 100 for update skip locked
        )
      )
      insert into login_lane (lane, since, last_at)
      select lane, ${now()}, ${now()} from unnest(${counters.map(({ name }) => name).toSorted()}::text[]) as new (lane)
      on conflict do nothing
    `.execute(trx)
  }
}

function refusalIn(counters: readonly Counter[], states: ReadonlyMap<string, CounterState>, now: number) {
  const waits = counters.map(({ kind, name }) => ({ by: kind, wait: waitSeconds(states.get(name), now) }))
  const longest = waits.reduce((one, other) => (other.wait > one.wait ? other : one))
  if (longest.wait <= 0) return undefined
  const retryAfterSeconds = Math.max(1, Math.ceil(longest.wait))
  return { outcome: 'refused' as const, by: longest.by, retryAfterSeconds }
}

async function write(trx: Transaction<Database>, name: string, state: CounterState): Promise<void> {
  await sql`
    update login_lane set
      failures = ${state.failures},
      since = to_timestamp(${state.since}::float8),
      last_at = to_timestamp(${state.lastAt}::float8),
      blocked_until = to_timestamp(${state.blockedUntil}::float8)
    where lane = ${name}
  `.execute(trx)
}
