import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { accounts, countsOfAccount, rangeCount } from './ledger-sql.ts'
import type { AbandonedRange } from './ledger-store.ts'
import { readMultirange, type SequenceRange } from './sequence-ranges.ts'

/** How many events are in each state. All but `received` and `abandoned` add up to the numbers given to events. */
export interface LedgerTotals {
  received: number
  indexed: number
  deadLettered: number
  /** No longer kept when they came to be indexed. */
  expired: number
  /** Accepted and not yet searchable. */
  waiting: number
  /** Numbered by the probe, and never received. */
  missing: number
  /** Of these, what the probe says can never come. */
  abandoned: number
}

export interface ProbeTotals extends LedgerTotals {
  probeId: number
  fqdn: string
}

/** The account of one stream. */
export interface LedgerStream extends LedgerTotals {
  stream: string
  beganAt: Date
  changedAt: Date
  nextSequence: number
  receivedRanges: SequenceRange[]
  indexedRanges: SequenceRange[]
  /** Without those that are only counted any more. */
  deadRanges: SequenceRange[]
  expiredRanges: SequenceRange[]
  missingRanges: SequenceRange[]
  /** What of it has not come all the same. */
  abandonedRanges: AbandonedRange[]
}

export type LedgerView = ReturnType<typeof createLedgerView>

/** The ledger as it is read. Sums are made by the database: there may be ten thousand streams and more. */
export function createLedgerView({ db }: Store) {
  return {
    /** Over all probes; `gaps` are the ranges that are missing. */
    sums: (): Promise<LedgerTotals & { gaps: number }> =>
      uncompiled(db, async (trx) => {
        const { rows } = await sql<Counts & { gaps: number }>`
          ${accounts(sql`true`)}
          select ${sums}, coalesce(sum(gaps), 0)::bigint as gaps
          from (select ${countsOfAccount}, ${rangeCount(sql`missing`)} as gaps from account) as summed
        `.execute(trx)
        const { gaps, ...counts } = rows[0] as Counts & { gaps: number }
        return { ...totalsOf(counts), gaps }
      }),

    /** Of each probe that has sent anything, those that miss most first; of these probes only, when they are named. */
    byProbe: ({ probeIds, limit }: { probeIds?: readonly number[]; limit?: number }): Promise<ProbeTotals[]> =>
      uncompiled(db, async (trx) => {
        const { rows } = await sql<Counts & Pick<ProbeTotals, 'probeId' | 'fqdn'>>`
          ${accounts(probeIds ? sql`ledger.probe_id = any(${probeIds})` : sql`true`)}
          select probe_id as "probeId", fqdn, ${sums}
          from (select probe_id, fqdn, ${countsOfAccount} from account) as summed
          group by probe_id, fqdn
          order by "missing" desc, probe_id
          limit ${limit ?? null}
        `.execute(trx)
        return rows.map(({ probeId, fqdn, ...counts }) => ({ probeId, fqdn, ...totalsOf(counts) }))
      }),

    /** The streams of a probe, those that changed last first. */
    async streams(probeId: number, limit: number): Promise<LedgerStream[]> {
      const { rows } = await sql<StreamRow>`
        ${accounts(sql`ledger.probe_id = ${probeId}`)}
        select encode(stream, 'hex') as stream, began_at as "beganAt", changed_at as "changedAt",
          next_sequence as "nextSequence", ${countsOfAccount},
          seen::text as "seenText", (indexed)::text as "indexedText", dead::text as "deadText",
          expired::text as "expiredText", missing::text as "missingText",
          (
            select coalesce(json_agg(json_build_object(
              'first', lower(part), 'last', upper(part) - 1, 'reason', reason
            ) order by part), '[]')
            from stream_gap as gap
            cross join unnest(int8multirange(int8range(first_sequence, last_sequence, '[]')) - seen) as part
            where gap.probe_id = account.probe_id and gap.stream = account.stream
          ) as "abandonedRanges"
        from account
        order by changed_at desc, stream
        limit ${limit}
      `.execute(db)
      return rows.map((row) => {
        const { stream, beganAt, changedAt, nextSequence, abandonedRanges } = row
        const { seenText, indexedText, deadText, expiredText, missingText, ...counts } = row
        return {
          ...totalsOf(counts),
          stream,
          beganAt,
          changedAt,
          nextSequence,
          receivedRanges: readMultirange(seenText),
          indexedRanges: readMultirange(indexedText),
          deadRanges: readMultirange(deadText),
          expiredRanges: readMultirange(expiredText),
          missingRanges: readMultirange(missingText),
          abandonedRanges,
        }
      })
    },
  }
}

/** As the database counts; `coming` is what was claimed a moment ago. */
type Counts = Omit<LedgerTotals, 'waiting'> & { coming: number }

/** What waits is what arrived and is nothing else yet, and what is coming. */
function totalsOf({ coming, ...counts }: Counts): LedgerTotals {
  const { received, indexed, deadLettered, expired } = counts
  return { ...counts, waiting: received - indexed - deadLettered - expired + coming }
}

type StreamRow = Counts &
  Pick<LedgerStream, 'stream' | 'beganAt' | 'changedAt' | 'nextSequence' | 'abandonedRanges'> &
  Record<'seenText' | 'indexedText' | 'deadText' | 'expiredText' | 'missingText', string>

const states = ['received', 'indexed', 'deadLettered', 'expired', 'coming', 'missing', 'abandoned'] as const
const sums = sql.join(states.map((state) => sql`coalesce(sum(${sql.ref(state)}), 0)::bigint as ${sql.ref(state)}`))

/** Compiling the many small expressions takes the database longer than evaluating them. */
function uncompiled<T>(db: Kysely<Database>, ask: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local jit = off`.execute(trx)
    return ask(trx)
  })
}
