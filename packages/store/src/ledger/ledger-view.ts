import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { accounts, countsOfAccount, rangeCount } from './ledger-sql.ts'
import type { AbandonedRange } from './ledger-store.ts'
import { readMultirange, type SequenceRange } from './sequence-ranges.ts'

/** The number of events in each state. All but `received` and `abandoned` add up to the sequence numbers in use. */
export interface LedgerTotals {
  received: number
  indexed: number
  deadLettered: number
  /** Deleted before they were indexed: the log dropped them, or their generation was removed. */
  expired: number
  /** Accepted and not yet searchable. */
  waiting: number
  /** Numbered by the probe and never received. */
  missing: number
  /** Of these, events that can never arrive according to the probe. */
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
  /** Without folded ones, which are only counted. */
  deadRanges: SequenceRange[]
  expiredRanges: SequenceRange[]
  missingRanges: SequenceRange[]
  /** The part that has not arrived. */
  abandonedRanges: AbandonedRange[]
}

export type LedgerView = ReturnType<typeof createLedgerView>

/** Read access to the ledger. The database computes the sums, because there may be ten thousand streams or more. */
export function createLedgerView({ db }: Store) {
  return {
    /** Over all probes. `gaps` is the number of missing ranges. */
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

    /** Per probe that has sent anything, most missing events first; only for `probeIds` if given. */
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

    /** The streams of a probe, last changed first. */
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

/** As counted by the database. `coming`: claimed a moment ago. */
type Counts = Omit<LedgerTotals, 'waiting'> & { coming: number }

/** Waiting events are those that arrived and have no other state yet, and those that are coming. */
function totalsOf({ coming, ...counts }: Counts): LedgerTotals {
  const { received, indexed, deadLettered, expired } = counts
  return { ...counts, waiting: received - indexed - deadLettered - expired + coming }
}

type StreamRow = Counts &
  Pick<LedgerStream, 'stream' | 'beganAt' | 'changedAt' | 'nextSequence' | 'abandonedRanges'> &
  Record<'seenText' | 'indexedText' | 'deadText' | 'expiredText' | 'missingText', string>

const states = ['received', 'indexed', 'deadLettered', 'expired', 'coming', 'missing', 'abandoned'] as const
const sums = sql.join(states.map((state) => sql`coalesce(sum(${sql.ref(state)}), 0)::bigint as ${sql.ref(state)}`))

/** Disable JIT: compiling the many small expressions takes the database longer than evaluating them. */
function uncompiled<T>(db: Kysely<Database>, ask: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local jit = off`.execute(trx)
    return ask(trx)
  })
}
