import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import { enterSequences, type LedgerEntry } from './enter-sequences.ts'
import type { Database } from '../database/database.ts'
import { rangeCount, seen, sequenceCount, streamEnd, streamTable } from './ledger-sql.ts'
import type { StreamKey } from '../indexing/place-store.ts'
import { readMultirange } from './sequence-ranges.ts'

/** The high-water mark of a stream: the log holds no event of it beyond this. */
export interface StreamMark extends StreamKey {
  nextSequence: number
  /** SHA-256 of the line before `nextSequence`; null if unknown. */
  digest: Buffer | null
}

/** Sequence numbers that can never arrive, according to their probe. */
export interface AbandonedRange {
  first: number
  last: number
  reason: string
}

/** The range limit of a stream's row, and the most ranges that a probe may give up per stream. */
export const STREAM_RANGES = 1_000

/** The stream limit of a probe. A probe starts a new stream with a new spool, or after a torn one. */
export const PROBE_STREAMS = 1_000

export type LedgerStore = ReturnType<typeof createLedgerStore>

export function createLedgerStore(store: Store) {
  const { db, now } = store
  /**
   * Replaces dead and expired ranges by counts and adds their numbers to `indexed`. No number is counted twice, because
   * an indexed number is not counted in any other state.
   */
  async function fold(streams: readonly StreamKey[]): Promise<void> {
    await sql`
      update stream_ledger set
        folded_dead = folded_dead + ${sequenceCount(sql`(dead - indexed)`)},
        folded_expired = folded_expired + ${sequenceCount(sql`(expired - indexed - dead)`)},
        indexed = indexed + dead + expired,
        dead = '{}',
        expired = '{}'
      where (probe_id, stream) in (${locked(sql`
        (probe_id, stream) in (select probe, decode(name, 'hex') from ${streamTable(streams)} as crowded (probe, name))
      `)})
    `.execute(db)
  }

  return {
    /**
     * Enters the fate of sequence numbers of many streams, at most one entry per stream and hour. Entries may be
     * repeated and come in any order. Returns the streams with more gaps than a row should hold.
     */
    async enter(entries: readonly LedgerEntry[]): Promise<StreamKey[]> {
      if (entries.length === 0) return []
      const crowded = await db.transaction().execute((trx) => enterSequences(store, trx, entries, STREAM_RANGES))
      const toFold = crowded.filter(({ folding }) => folding > STREAM_RANGES)
      if (toFold.length > 0) await fold(toFold)
      return crowded.filter((row) => row.seen > STREAM_RANGES).map(({ probeId, stream }) => ({ probeId, stream }))
    },

    /**
     * Raises the high-water marks of streams, one mark per stream, before their events are stored. A mark never
     * decreases.
     */
    async claim(marks: readonly StreamMark[]): Promise<void> {
      if (marks.length === 0) return
      const sorted = inOrder(marks)
      await sql`
        insert into stream_ledger as ledger (probe_id, stream, next_sequence, last_digest, changed_at)
        select probe, decode(name, 'hex'), next, decode(digest, 'hex'), ${now()}
        from unnest(
          ${sorted.map((each) => each.probeId)}::int[],
          ${sorted.map((each) => each.stream)}::text[],
          ${sorted.map((each) => each.nextSequence)}::bigint[],
          ${sorted.map((each) => each.digest?.toString('hex') ?? null)}::text[]
        ) as new (probe, name, next, digest)
        on conflict (probe_id, stream) do update set
          next_sequence = excluded.next_sequence,
          last_digest = excluded.last_digest,
          changed_at = excluded.changed_at
        where excluded.next_sequence > ledger.next_sequence
      `.execute(db)
    },

    /** The high-water marks of these streams, and their number of ranges. A stream without a row was never seen. */
    async marks(streams: readonly StreamKey[]): Promise<Array<StreamMark & { ranges: number }>> {
      if (streams.length === 0) return []
      const { rows } = await sql<{
        probe_id: number
        stream: string
        claimed: number
        digest: Buffer | null
        end: number
        ranges: number
      }>`
        select probe_id, encode(stream, 'hex') as stream, next_sequence as claimed, last_digest as digest,
          ${streamEnd} as end, ${rangeCount(seen)} as ranges
        from stream_ledger
        join ${streamTable(streams)} as asked (probe, name)
          on probe_id = asked.probe and stream = decode(asked.name, 'hex')
      `.execute(db)
      return rows.map(({ probe_id: probeId, stream, claimed, digest, end, ranges }) => ({
        probeId,
        stream,
        // Events may be stored without a mark; then only their digest is unknown.
        nextSequence: Math.max(claimed, end),
        digest: claimed >= end ? digest : null,
        ranges,
      }))
    },

    /**
     * Deletes all but the newest streams of these probes. A probe that starts a stream for every batch only harms
     * itself.
     */
    async trim(probeIds: readonly number[]): Promise<void> {
      await sql`
        delete from stream_ledger where (probe_id, stream) in (${locked(sql`
          (probe_id, stream) in (
            select probe_id, stream from (
              select probe_id, stream, row_number() over (partition by probe_id order by changed_at desc, stream) as place
              from stream_ledger where probe_id = any(${probeIds})
            ) as placed
            where place > ${PROBE_STREAMS}
          )
        `)})
      `.execute(db)
    },

    /** Stores ranges that can never arrive. Rejects them if the stream already has too many. */
    async abandon({ probeId, stream }: StreamKey, ranges: readonly AbandonedRange[]): Promise<'noted' | 'too-many'> {
      const name = Buffer.from(stream, 'hex')
      const { held } = await db
        .selectFrom('stream_gap')
        .select((gap) => gap.fn.countAll<number>().as('held'))
        .where('probe_id', '=', probeId)
        .where('stream', '=', name)
        .executeTakeFirstOrThrow()
      if (held >= STREAM_RANGES) return 'too-many'
      await sql`
        with stream as (
          insert into stream_ledger (probe_id, stream) values (${probeId}, ${name}) on conflict do nothing
        )
        insert into stream_gap (probe_id, stream, first_sequence, last_sequence, reason)
        select ${probeId}, ${name}, first, last, reason
        from unnest(
          ${ranges.map((each) => each.first)}::bigint[],
          ${ranges.map((each) => each.last)}::bigint[],
          ${ranges.map((each) => each.reason)}::text[]
        ) as new (first, last, reason)
        on conflict do nothing
      `.execute(db)
      return 'noted'
    },

    /**
     * The log deleted events of these probes before they were read, and does not say which: everything still waiting
     * counts as expired. Events that arrive later anyway count by their new state.
     */
    async expire(partition: number, partitions: number): Promise<void> {
      await db.transaction().execute((trx) => expireWaiting(store, trx, sql`probe_id % ${partitions} = ${partition}`))
    },

    /**
     * Deletes streams without a change since `instant`. The newest stream of a probe stays, because it may resume after
     * any pause, unless the probe was removed.
     */
    async removeSilentSince(instant: Date): Promise<void> {
      await sql`
        delete from stream_ledger where (probe_id, stream) in (${locked(sql`
          changed_at < ${instant} and (
            exists (
              select from stream_ledger as newer
              where newer.probe_id = stream_ledger.probe_id and newer.changed_at > stream_ledger.changed_at
            )
            or exists (select from probe where id = probe_id and deleted_at < ${instant})
          )
        `)})
      `.execute(db)
    },
  }
}

/**
 * Marks everything received and still waiting as expired, in streams that match the condition; returns the number of
 * events.
 */
export async function expireWaiting(
  store: Pick<Store, 'now'>,
  trx: Transaction<Database>,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ probeId: number; stream: string; waiting: string; events: number }>`
    select probe_id as "probeId", encode(stream, 'hex') as stream,
      (received - indexed - dead - expired)::text as waiting,
      ${sequenceCount(sql`(received - indexed - dead - expired)`)}::float8 as events
    from stream_ledger
    where ${condition} and not received <@ (indexed + dead + expired)
    order by probe_id, stream for update
  `.execute(trx)
  if (rows.length === 0) return 0
  const entries = rows.map(({ waiting, ...stream }) => ({ ...stream, expired: readMultirange(waiting) }))
  await enterSequences(store, trx, entries, STREAM_RANGES)
  return rows.reduce((sum, { events }) => sum + events, 0)
}

/** Lock rows in key order to avoid deadlocks. */
function inOrder<T extends StreamKey>(keys: readonly T[]): T[] {
  return keys.toSorted((a, b) => a.probeId - b.probeId || (a.stream < b.stream ? -1 : 1))
}

/** The same for rows that match a condition. */
function locked(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select probe_id, stream from stream_ledger where ${condition} order by probe_id, stream for update`
}
