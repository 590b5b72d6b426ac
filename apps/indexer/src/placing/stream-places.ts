import type { StreamKey, StreamPlace } from '@watchpost/store'
import { LRUCache } from 'lru-cache'

export interface PlaceBook {
  find(streams: readonly StreamKey[]): Promise<StreamPlace[]>
  add(places: readonly StreamPlace[]): Promise<void>
  move(places: readonly StreamPlace[], generation: number): Promise<void>
}

/** More streams than one indexer sees in a day on the largest cluster; evicted ones are read again. */
const STREAMS_KEPT = 50_000

/** Caches in which generations each stream is stored. Places are read once, and stored before they are used. */
export function createStreamPlaces(book: PlaceBook) {
  const cache = new LRUCache<string, StreamPlace[]>({ max: STREAMS_KEPT })

  async function load(streams: readonly StreamKey[]): Promise<void> {
    const found = Map.groupBy(await book.find(streams), streamName)
    for (const stream of streams) {
      const places = found.get(streamName(stream))
      if (places) cache.set(streamName(stream), places)
    }
  }

  return {
    /** Makes sure that every stream has a place; a new stream starts in `generation`. */
    async ensure(streams: readonly StreamKey[], generation: number): Promise<void> {
      const missing = streams.filter((each) => !cache.has(streamName(each)))
      if (missing.length === 0) return
      await load(missing)
      const unseen = missing.filter((each) => !cache.has(streamName(each)))
      if (unseen.length === 0) return
      await book.add(unseen.map(({ probeId, stream }) => ({ probeId, stream, firstSequence: 0, generation })))
      await load(unseen)
    },

    /** Stores further places and reads the result: another indexer may have been first. */
    async extend(places: readonly StreamPlace[]): Promise<void> {
      if (places.length === 0) return
      await book.add(places)
      await load(places)
    },

    /**
     * Moves places whose sealed generation holds none of their events. The move is stored, so that the place outlives
     * the removal of that generation.
     */
    async move(places: readonly StreamPlace[], generation: number): Promise<void> {
      if (places.length === 0) return
      await book.move(places, generation)
      await load(places)
    },

    /** All places of a stream, by first sequence. */
    placesOf: (stream: StreamKey): readonly StreamPlace[] => cache.get(streamName(stream)) ?? [],

    newestOf: (stream: StreamKey): StreamPlace | undefined => cache.get(streamName(stream))?.at(-1),

    /** Clears the cache, after a generation was removed. */
    forget: (): void => cache.clear(),
  }
}
export type StreamPlaces = ReturnType<typeof createStreamPlaces>

/** The place of a sequence in its stream; undefined when it belongs to a removed generation. */
export function placeAt(places: readonly StreamPlace[], sequence: number): StreamPlace | undefined {
  return places.findLast((each) => each.firstSequence <= sequence)
}

export function streamName({ probeId, stream }: StreamKey): string {
  return `${probeId}-${stream}`
}
