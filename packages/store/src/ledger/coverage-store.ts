import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import { expected, figuresByHour, hoursOf, inRange, MOST_ROWS, ofProbe, silencesOf } from './coverage-sql.ts'

/** Of which time, and of which probe if not of all. */
export interface CoverageWish {
  from: Date
  to: Date
  probeId?: number | undefined
  /** A probe that was not heard of for longer than this is silent. */
  silentSeconds: number
}

/** What happened to the events of a probe that arrived in one hour. */
export interface CoveredHour {
  probeId: number
  hour: Date
  received: number
  indexed: number
  deadLettered: number
  /** The log dropped them before they were read. */
  expired: number
  missing: number
  /** Of the missing, those that cannot arrive any more. */
  givenUp: number
  /** Accepted and not indexed for longer than that should take. */
  late: number
}

/** A span in which nothing was heard of a probe. */
export interface ProbeSilence {
  probeId: number
  from: Date
  /** The present while it lasts. */
  to: Date
  isOpen: boolean
}

/** What is known of a time that is not as it should be. */
export interface CoverageRows {
  at: Date
  /** Nothing is known of what was before. */
  knownFrom: Date
  /** How many probes there were. */
  probes: number
  /** Those with a row below, and the one that was asked for. */
  names: Map<number, { fqdn: string; isRemoved: boolean; from: Date; to: Date | null }>
  hours: CoveredHour[]
  silences: ProbeSilence[]
  losses: Array<{ probeId: number; hour: Date; dropped: number }>
  /** There are more rows than were read; the newest were. */
  isTruncated: boolean
}

/** An hour of all probes together. */
export interface FleetHour extends Omit<CoveredHour, 'probeId' | 'received' | 'indexed'> {
  /** Accepted and not indexed, however short ago. */
  waiting: number
  dropped: number
}

/** Everything that is known, of all probes together. */
export interface FleetFigures {
  /** Nothing is known of what was before. */
  knownFrom: Date
  /** Hours in which something is not as it should be, oldest first. */
  hours: FleetHour[]
  /** Probes that are silent now. */
  silentProbes: number
}

export type CoverageStore = ReturnType<typeof createCoverageStore>

/** What was covered, by probe and hour. It has rows of removed probes too. */
export function createCoverageStore({ db, now }: Store) {
  return {
    /** All hours of the probe that is asked for; of a fleet only those in which something is not as it should be. */
    read: (wish: CoverageWish): Promise<CoverageRows> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          // Compiling the expressions takes longer than evaluating them.
          await sql`set local jit = off`.execute(trx)
          const { rows: starts } = await sql<{ at: Date; knownFrom: Date; probes: number }>`
            select ${now()} as at, known_from as "knownFrom",
              (select count(*) from probe where ${expected(wish)}) as probes
            from coverage_start
          `.execute(trx)
          const [start] = starts
          if (!start) throw new Error('the start of the coverage is not known')
          const { rows: hours } = await sql<CoveredHour>`${hoursOf(wish, now())}`.execute(trx)
          const { rows: silences } = await sql<ProbeSilence>`${silencesOf(wish, now())}`.execute(trx)
          const { rows: losses } = await sql<CoverageRows['losses'][number]>`
            select probe_id as "probeId", hour, dropped from capture_loss
            where ${inRange(wish)} and ${ofProbe(wish)} order by hour desc limit ${MOST_ROWS}
          `.execute(trx)
          const ids = new Set([...hours, ...silences, ...losses].map(({ probeId }) => probeId))
          if (wish.probeId !== undefined) ids.add(wish.probeId)
          const named = await trx
            .selectFrom('probe')
            .select(['id', 'fqdn', 'first_heard_at', 'created_at', 'deleted_at'])
            .where(sql<boolean>`id = any(${[...ids]})`)
            .execute()
          return {
            ...start,
            hours,
            silences,
            losses,
            names: new Map(
              named.map(({ id, fqdn, first_heard_at, created_at, deleted_at }) => [
                id,
                { fqdn, isRemoved: deleted_at !== null, from: first_heard_at ?? created_at, to: deleted_at },
              ]),
            ),
            isTruncated: [hours, silences, losses].some((list) => list.length >= MOST_ROWS),
          }
        }),

    /** Hours with a cause and silent probes, of all probes and all that is kept. */
    figures: (silentSeconds: number): Promise<FleetFigures> =>
      db.transaction().execute(async (trx) => {
        await sql`set local jit = off`.execute(trx)
        const { rows: hours } = await sql<FleetHour>`${figuresByHour(now())}`.execute(trx)
        const { rows } = await sql<Pick<FleetFigures, 'silentProbes' | 'knownFrom'>>`
          select known_from as "knownFrom", (
            select count(*) from probe left join probe_health on probe_id = id
            where deleted_at is null and first_heard_at is not null
              and ${now()} - greatest(heard_at, reported_at) > make_interval(secs => ${silentSeconds})
          ) as "silentProbes"
          from coverage_start
        `.execute(trx)
        const [row] = rows
        if (!row) throw new Error('the start of the coverage is not known')
        return { ...row, hours }
      }),

    /** Forgets what was before, since the events of that time are removed. Nothing is known of it from then on. */
    async removeBefore(instant: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`update coverage_start set known_from = greatest(known_from, ${instant})`.execute(trx)
        const whole = sql`hour < date_trunc('hour', ${instant}::timestamptz, 'UTC')`
        await sql`delete from stream_hour where ${whole}`.execute(trx)
        await sql`delete from capture_loss where ${whole}`.execute(trx)
        await sql`delete from probe_silence where ended_at < ${instant}`.execute(trx)
      })
    },
  }
}
