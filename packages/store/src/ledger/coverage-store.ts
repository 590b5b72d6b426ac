import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { coverageRows } from './coverage-rows.ts'
import { figuresByHour, MOST_ROWS } from './coverage-sql.ts'

/** The period, and optionally a single probe. */
export interface CoverageWish {
  from: Date
  to: Date
  probeId?: number | undefined
  /** A probe without contact for longer than this is silent. */
  silentSeconds: number
}

/** The fate of a probe's events that arrived in one hour. */
export interface CoveredHour {
  probeId: number
  hour: Date
  /** `received` and `indexed` are only given for a single probe. */
  received?: number
  indexed?: number
  deadLettered: number
  /** The log deleted them before they were read. */
  expired: number
  missing: number
  /** The part of `missing` that can never arrive. */
  givenUp: number
  /** Accepted, but not indexed in the expected time. */
  late: number
}

/** A period without any contact from a probe. */
export interface ProbeSilence {
  probeId: number
  from: Date
  /** The current time while the silence lasts. */
  to: Date
  isOpen: boolean
}

/** Packets that the sensor of a probe dropped in an hour. */
export interface CaptureLoss {
  probeId: number
  hour: Date
  dropped: number
}

/** Deviations from full coverage in a period. */
export interface CoverageRows {
  at: Date
  /** Earlier times are unknown. */
  knownFrom: Date
  /** The number of probes in the period. */
  probes: number
  /** Probes with a row below, and the requested one. */
  names: Map<number, { fqdn: string; isRemoved: boolean; from: Date; to: Date | null }>
  hours: CoveredHour[]
  silences: ProbeSilence[]
  losses: CaptureLoss[]
  /** There are more rows than the limit; only the newest were read. */
  isTruncated: boolean
}

/** An hour, summed over all probes. */
export interface FleetHour extends Omit<CoveredHour, 'probeId' | 'received' | 'indexed'> {
  /** Accepted and not indexed, however recently. */
  waiting: number
  dropped: number
}

/** All known figures, summed over all probes. */
export interface FleetFigures {
  /** Earlier times are unknown. */
  knownFrom: Date
  /** Hours with a deviation, oldest first. */
  hours: FleetHour[]
  /** Probes that are silent now. */
  silentProbes: number
}

export type CoverageStore = ReturnType<typeof createCoverageStore>

/** Coverage by probe and hour, including removed probes. */
export function createCoverageStore({ db, now }: Store) {
  /**
   * Pass the current time as a value, not as a function: the database would call a function for every row and could not
   * plan with its value.
   */
  async function startOf(trx: Transaction<Database>) {
    const { rows } = await sql<Pick<CoverageRows, 'at' | 'knownFrom'>>`
      select ${now()} as at, known_from as "knownFrom" from coverage_start
    `.execute(trx)
    const [start] = rows
    if (!start) throw new Error('the start of the coverage is not known')
    return { ...start, present: sql<Date>`${start.at}::timestamptz` }
  }

  return {
    /** All hours of a single probe; of a fleet only hours with a deviation. */
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

    /** Hours with a deviation and the number of silent probes, over all probes and all stored hours. */
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

    /** Deletes older rows, because the events of that time are deleted. That time is unknown from then on. */
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

/**
 * Disable JIT: compiling the expressions takes longer than evaluating them. Group a month of a large fleet in memory.
 */
async function readQuickly(trx: Transaction<Database>): Promise<void> {
  await sql`select set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(trx)
}
