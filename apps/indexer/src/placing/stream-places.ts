import type { StreamKey, StreamPlace } from '@watchpost/store'
import { LRUCache } from 'lru-cache'

export interface PlaceBook {
  find(streams: readonly StreamKey[]): Promise<StreamPlace[]>
  add(places: readonly StreamPlace[]): Promise<void>
  move(places: readonly StreamPlace[], generation: number): Promise<void>
}

/** More streams than one indexer sees in a day on the largest cluster; beyond it the oldest are read again. */
const STREAMS_KEPT = 50_000

/** Which generation each stream was begun in, or went on in: read from the book once, written down before use. */
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
    /** Makes sure that every stream has a place; one that was never seen begins in `generation`. */
    async ensure(streams: readonly StreamKey[], generation: number): Promise<void> {
      const missing = streams.filter((each) => !cache.has(streamName(each)))
      if (missing.length === 0) return
      await load(missing)
      const unseen = missing.filter((each) => !cache.has(streamName(each)))
      if (unseen.length === 0) return
      await book.add(unseen.map(({ probeId, stream }) => ({ probeId, stream, firstSequence: 0, generation })))
      await load(unseen)
    },

    /** Writes further places down and reads what stands: another copy may have been first. */
    async extend(places: readonly StreamPlace[]): Promise<void> {
      if (places.length === 0) return
      await book.add(places)
      await load(places)
    },

    /**
     * Moves places whose sealed generation holds nothing from them on. Written down, so that the place outlives the
     * removal of that generation.
     */
    async move(places: readonly StreamPlace[], generation: number): Promise<void> {
      if (places.length === 0) return
      await book.move(places, generation)
      await load(places)
    },

    /** Every place of a stream, by first sequence. */
    placesOf: (stream: StreamKey): readonly StreamPlace[] => cache.get(streamName(stream)) ?? [],

    newestOf: (stream: StreamKey): StreamPlace | undefined => cache.get(streamName(stream))?.at(-1),

    /** Reads everything again when next asked: after a generation was removed. */
    forget: (): void => cache.clear(),
  }
}
export type StreamPlaces = ReturnType<typeof createStreamPlaces>

/** The place of a sequence among those of its stream; undefined when it belongs to a generation that was removed. */
export function placeAt(places: readonly StreamPlace[], sequence: number): StreamPlace | undefined {
  return places.findLast((each) => each.firstSequence <= sequence)
}

export function streamName({ probeId, stream }: StreamKey): string {
  return `${probeId}-${stream}`
}
