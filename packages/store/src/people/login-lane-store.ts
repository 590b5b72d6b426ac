import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import {
  afterFailure,
  forgottenAfterSeconds,
  type LaneKind,
  laneRules,
  type LaneState,
  nameLane,
  waitSeconds,
} from './login-lane.ts'

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
  | { outcome: 'admitted'; isKnown: boolean; lanes: readonly string[] }
  | { outcome: 'refused'; by: LaneKind; retryAfterSeconds: number }

interface Lane {
  kind: LaneKind
  name: string
}

const knownForDays = 90

export type LoginLaneStore = ReturnType<typeof createLoginLaneStore>

/** Limits the rate of login attempts. Sources that an account has signed in from before have a separate counter. */
export function createLoginLaneStore({ db, now }: Store) {
  async function lanesOf({ username, accountId, source }: LoginAttempt): Promise<{ isKnown: boolean; lanes: Lane[] }> {
    const known = await db
      .selectFrom('login_source')
      .select('account_id')
      .where('account_id', '=', accountId ?? 0)
      .where('source', '=', source)
      .where('last_at', '>', sql<Date>`${now()} - make_interval(days => ${knownForDays})`)
      .executeTakeFirst()
    if (known) return { isKnown: true, lanes: [{ kind: 'known', name: `known:${accountId}:${source}` }] }
    const lanes: Lane[] = [
      { kind: 'account', name: nameLane(username) },
      { kind: 'source', name: `source:${source}` },
      { kind: 'global', name: 'global' },
    ]
    return { isKnown: false, lanes }
  }

  async function read(trx: Pick<Store['db'], 'selectFrom'>, lanes: readonly Lane[], isLocking: boolean) {
    const epoch = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})::float8`
    const names = lanes.map(({ name }) => name)
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
    const states = new Map<string, LaneState>(rows.map(({ lane, now: _now, ...state }) => [lane, state]))
    return { states, now: rows[0]?.now }
  }

  return {
    /** Admits an attempt to the password check, and counts it as failed before the check. */
    async admit(attempt: LoginAttempt): Promise<LoginAdmission> {
      const { isKnown, lanes } = await lanesOf(attempt)
      // Reject a flood with a read alone, so that it does not queue for locks.
      const seen = await read(db, lanes, false)
      const refusal = refusalIn(lanes, seen.states, seen.now ?? 0)
      if (refusal) return refusal
      return db.transaction().execute(async (trx) => {
        await openLanes(trx, lanes)
        const locked = await read(trx, lanes, true)
        const present = locked.now ?? 0
        const late = refusalIn(lanes, locked.states, present)
        if (late) return late
        for (const { kind, name } of lanes) {
          await write(trx, name, afterFailure(locked.states.get(name), laneRules[kind], present))
        }
        return { outcome: 'admitted' as const, isKnown, lanes: lanes.map(({ name }) => name) }
      })
    },

    /** Removes the failure: the password was right, or was never checked. */
    async release(lanes: readonly string[]): Promise<void> {
      await db
        .updateTable('login_lane')
        .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
        .where('lane', 'in', lanes)
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
  async function openLanes(trx: Transaction<Database>, lanes: readonly Lane[]): Promise<void> {
    await sql`
      with swept as (
        delete from login_lane where lane in (
          select lane from login_lane
          where last_at < ${now()} - make_interval(secs => ${forgottenAfterSeconds})
            and lane not in (${sql.join(lanes.map(({ name }) => name))})
          limit 100 for update skip locked
        )
      )
      insert into login_lane (lane, since, last_at)
      select lane, ${now()}, ${now()} from unnest(${lanes.map(({ name }) => name).toSorted()}::text[]) as new (lane)
      on conflict do nothing
    `.execute(trx)
  }
}

function refusalIn(lanes: readonly Lane[], states: ReadonlyMap<string, LaneState>, now: number) {
  const waits = lanes.map(({ kind, name }) => ({ by: kind, wait: waitSeconds(states.get(name), now) }))
  const longest = waits.reduce((one, other) => (other.wait > one.wait ? other : one))
  if (longest.wait <= 0) return undefined
  const retryAfterSeconds = Math.max(1, Math.ceil(longest.wait))
  return { outcome: 'refused' as const, by: longest.by, retryAfterSeconds }
}

async function write(trx: Transaction<Database>, lane: string, state: LaneState): Promise<void> {
  await sql`
    update login_lane set
      failures = ${state.failures},
      since = to_timestamp(${state.since}::float8),
      last_at = to_timestamp(${state.lastAt}::float8),
      blocked_until = to_timestamp(${state.blockedUntil}::float8)
    where lane = ${lane}
  `.execute(trx)
}
