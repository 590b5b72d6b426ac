import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

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
    /** Every place of these streams, by first sequence. A stream that is missing was never seen. */
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

    /** Writes places down before they are used. Where somebody was first, theirs stands: read again after this. */
    async add(places: readonly StreamPlace[]): Promise<void> {
      if (places.length === 0) return
      await sql`
        insert into stream_place (probe_id, stream, first_sequence, generation)
        select probe, decode(name, 'hex'), first, generation
        from unnest(
          ${ids(places)}::int[],
          ${names(places)}::text[],
          ${places.map((each) => each.firstSequence)}::bigint[],
          ${places.map((each) => each.generation)}::int[]
        ) as new (probe, name, first, generation)
        on conflict do nothing
      `.execute(db)
    },

    /** Streams whose newest place is this generation: they have been quiet since. */
    async endingIn(generation: number): Promise<StreamKey[]> {
      const { rows } = await sql<{ probe_id: number; stream: string }>`
        select probe_id, encode(stream, 'hex') as stream
        from stream_place
        group by probe_id, stream
        having max(generation) = ${generation}
      `.execute(db)
      return rows.map((row) => ({ probeId: row.probe_id, stream: row.stream }))
    },

    /** Forgets the places of a generation that is gone. */
    async removeOf(generation: number): Promise<void> {
      await db.deleteFrom('stream_place').where('generation', '=', generation).execute()
    },
  }
}

function ids(keys: readonly StreamKey[]): number[] {
  return keys.map((each) => each.probeId)
}

function names(keys: readonly StreamKey[]): string[] {
  return keys.map((each) => each.stream)
}
