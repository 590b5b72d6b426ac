import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import { enterSequences, type LedgerEntry } from './enter-sequences.ts'
import type { Database } from '../database/database.ts'
import { rangeCount, seen, sequenceCount, streamEnd, streamTable } from './ledger-sql.ts'
import type { StreamKey } from '../indexing/place-store.ts'
import { readMultirange } from './sequence-ranges.ts'

/** How far a stream has come: nothing of it beyond this is in the log. */
export interface StreamMark extends StreamKey {
  nextSequence: number
  /** SHA-256 of the line before `nextSequence`; null when it is not known. */
  digest: Buffer | null
}

/** Numbers that can never come, as their probe says. */
export interface AbandonedRange {
  first: number
  last: number
  reason: string
}

/** The most ranges that the row of a stream should hold, and the most that a probe may give up of it. */
export const STREAM_RANGES = 1_000

/** The most streams of a probe. One makes a new stream with a new spool, or when one is torn. */
export const PROBE_STREAMS = 1_000

export type LedgerStore = ReturnType<typeof createLedgerStore>

export function createLedgerStore(store: Store) {
  const { db, now } = store
  /**
   * Counts what is dead or expired instead of listing it, and files it under indexed. No number is counted twice by
   * that, since what is indexed is counted as nothing else.
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
     * Enters what became of numbers, for many streams at once, each of them once an hour. It may be entered again and in
     * any order. Answers the streams that have more holes than a row should hold.
     */
    async enter(entries: readonly LedgerEntry[]): Promise<StreamKey[]> {
      if (entries.length === 0) return []
      const crowded = await db.transaction().execute((trx) => enterSequences(store, trx, entries, STREAM_RANGES))
      const toFold = crowded.filter(({ folding }) => folding > STREAM_RANGES)
      if (toFold.length > 0) await fold(toFold)
      return crowded.filter((row) => row.seen > STREAM_RANGES).map(({ probeId, stream }) => ({ probeId, stream }))
    },

    /** Writes down how far streams will come, each of them once, before what they bring is stored. A mark only grows. */
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

    /** How far each of these streams has come, and in how many ranges. One that is missing was never seen. */
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
        // What is stored without a mark is stored all the same; only its digest is not known.
        nextSequence: Math.max(claimed, end),
        digest: claimed >= end ? digest : null,
        ranges,
      }))
    },

    /** Forgets all but the newest streams of these probes: one that begins a stream for every batch harms itself. */
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

    /** Writes down what can never come. Answers when the stream has too much of it already. */
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
     * The log forgot events of these probes before they were read, and does not say which: whatever is still open
     * counts as expired from now on. What turns up all the same is counted as what becomes of it.
     */
    async expire(partition: number, partitions: number): Promise<void> {
      await db.transaction().execute((trx) => expireWaiting(store, trx, sql`probe_id % ${partitions} = ${partition}`))
    },

    /**
     * Forgets streams that have been silent since. The newest of a probe stays: it may go on after any pause, unless the
     * probe was removed.
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

/** Whatever was received and is still open counts as expired, in streams that fit the condition; answers how many events. */
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

/** The same for rows that are found by a condition. */
function locked(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select probe_id, stream from stream_ledger where ${condition} order by probe_id, stream for update`
}
