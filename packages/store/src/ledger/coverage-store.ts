import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { coverageRows } from './coverage-rows.ts'
import { figuresByHour, MOST_ROWS } from './coverage-sql.ts'

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
  /** Only of the probe that is asked for, and so is `indexed`. */
  received?: number
  indexed?: number
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

/** Packets that the sensor of a probe dropped in an hour. */
export interface CaptureLoss {
  probeId: number
  hour: Date
  dropped: number
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
  losses: CaptureLoss[]
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
  /** `present` is a value and no function, so that the database neither calls it for every row nor plans without it. */
  async function startOf(trx: Transaction<Database>) {
    const { rows } = await sql<Pick<CoverageRows, 'at' | 'knownFrom'>>`
      select ${now()} as at, known_from as "knownFrom" from coverage_start
    `.execute(trx)
    const [start] = rows
    if (!start) throw new Error('the start of the coverage is not known')
    return { ...start, present: sql<Date>`${start.at}::timestamptz` }
  }

  return {
    /** All hours of the probe that is asked for; of a fleet only those in which something is not as it should be. */
    read: (wish: CoverageWish): Promise<CoverageRows> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          await readQuickly(trx)
          const { present, ...start } = await startOf(trx)
          const rows = coverageRows(trx, wish, present)
          const probes = await rows.probes()
          const hours = await rows.hours()
          const silences = await rows.silences()
          const losses = await rows.losses()
          const ids = new Set(wish.probeId === undefined ? [] : [wish.probeId])
          for (const list of [hours, silences, losses]) for (const { probeId } of list) ids.add(probeId)
          return {
            ...start,
            probes,
            hours,
            silences,
            losses,
            names: await rows.names(ids),
            isTruncated: [hours, silences, losses].some((list) => list.length >= MOST_ROWS),
          }
        }),

    /** Hours with a cause and silent probes, of all probes and all that is kept. */
    figures: (silentSeconds: number): Promise<FleetFigures> =>
      db.transaction().execute(async (trx) => {
        await readQuickly(trx)
        const { present, knownFrom } = await startOf(trx)
        const { rows: hours } = await sql<FleetHour>`${figuresByHour(present)}`.execute(trx)
        const { rows: counts } = await sql<Pick<FleetFigures, 'silentProbes'>>`
          select count(*) as "silentProbes" from probe left join probe_health on probe_id = id
          where deleted_at is null and first_heard_at is not null
            and ${present} - greatest(heard_at, reported_at) > make_interval(secs => ${silentSeconds})
        `.execute(trx)
        return { knownFrom, hours, silentProbes: counts[0]?.silentProbes ?? 0 }
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

/** Compiling the expressions takes longer than evaluating them. A month of a large fleet is grouped in memory. */
async function readQuickly(trx: Transaction<Database>): Promise<void> {
  await sql`select set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(trx)
}
