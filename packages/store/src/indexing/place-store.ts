import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

export interface StreamKey {
  probeId: number
  /** 32 hexadecimal digits. */
  stream: string
}

/** From this sequence on, events of the stream are in this generation or a later one. */
export interface StreamPlace extends StreamKey {
  firstSequence: number
  generation: number
}

export type PlaceStore = ReturnType<typeof createPlaceStore>

export function createPlaceStore({ db }: Store) {
  return {
    /** All places of these streams, ordered by first sequence. A stream without places was never seen. */
    async find(streams: readonly StreamKey[]): Promise<StreamPlace[]> {
      if (streams.length === 0) return []
      const { rows } = await sql<{ probe_id: number; stream: string; first_sequence: number; generation: number }>`
        select probe_id, encode(stream, 'hex') as stream, first_sequence, generation
        from stream_place
        join unnest(${ids(streams)}::int[], ${names(streams)}::text[]) as asked (probe, name)
          on probe_id = asked.probe and stream = decode(asked.name, 'hex')
        order by probe_id, stream, first_sequence
      `.execute(db)
      return rows.map((row) => ({
        probeId: row.probe_id,
        stream: row.stream,
        firstSequence: row.first_sequence,
        generation: row.generation,
      }))
    },

    /**
     * Stores places before they are used. The first one wins, and a removed generation gets none: read the places again
     * afterwards.
     */
    async add(places: readonly StreamPlace[]): Promise<void> {
      if (places.length === 0) return
      await sql`
        with existing as (${existing(places.map((each) => each.generation))})
        insert into stream_place (probe_id, stream, first_sequence, generation)
        select probe, decode(name, 'hex'), first, generation
        from unnest(
          ${ids(places)}::int[],
          ${names(places)}::text[],
          ${places.map((each) => each.firstSequence)}::bigint[],
          ${places.map((each) => each.generation)}::int[]
        ) as new (probe, name, first, generation)
        where generation in (select number from existing)
        on conflict do nothing
      `.execute(db)
    },

    /**
     * Moves places to a later generation, because theirs is sealed and holds no events from these sequences on. All
     * copies reach the same result: a place that was moved further stays there, and none moves to a removed generation.
     */
    async move(places: readonly StreamPlace[], generation: number): Promise<void> {
      if (places.length === 0) return
      await sql`
        with existing as (${existing([generation])})
        update stream_place set generation = ${generation}
        from unnest(
          ${ids(places)}::int[],
          ${names(places)}::text[],
          ${places.map((each) => each.firstSequence)}::bigint[]
        ) as moved (probe, name, first)
        where probe_id = moved.probe and stream = decode(moved.name, 'hex') and first_sequence = moved.first
          and generation < ${generation} and exists (select from existing)
      `.execute(db)
    },

    /** The newest places of streams, if they are in this generation: these streams have been quiet since. */
    async endingIn(generation: number): Promise<StreamPlace[]> {
      const { rows } = await sql<{ probe_id: number; stream: string; first_sequence: number }>`
        select probe_id, encode(stream, 'hex') as stream, max(first_sequence)::bigint as first_sequence
        from stream_place
        group by probe_id, stream
        having max(generation) = ${generation}
      `.execute(db)
      return rows.map((row) => ({
        probeId: row.probe_id,
        stream: row.stream,
        firstSequence: row.first_sequence,
        generation,
      }))
    },

    /** Deletes the places of a deleted generation. */
    async removeOf(generation: number): Promise<void> {
      await db.deleteFrom('stream_place').where('generation', '=', generation).execute()
    },
  }
}

/** Takes a lock, so that a generation is removed either before or after a place in it is stored. */
function existing(generations: readonly number[]): RawBuilder<unknown> {
  const numbers = [...new Set(generations)]
  return sql`select number from generation where number = any(${numbers}) and removed_at is null order by number for share`
}

function ids(keys: readonly StreamKey[]): number[] {
  return keys.map((each) => each.probeId)
}

function names(keys: readonly StreamKey[]): string[] {
  return keys.map((each) => each.stream)
}
