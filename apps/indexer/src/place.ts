import type { EventDocument } from '@watchpost/model'
import type { Generation, StreamKey, StreamPlace } from '@watchpost/store'
import type { Generations } from './generations.ts'
import { streamName, type StreamPlaces } from './stream-places.ts'

/** What the engine can say of a generation that takes no more writes: it will never say anything else of it. */
export interface SealedShelf {
  highestSequences(generation: Generation, streams: readonly string[]): Promise<Map<string, number> | 'gone'>
  present(generation: Generation, documents: readonly EventDocument[]): Promise<Set<string> | 'gone'>
}

export interface Placement {
  /** Documents by the generation to write them to. */
  toWrite: Array<{ document: EventDocument; generation: Generation }>
  /** Already stored in a sealed generation. */
  repeats: EventDocument[]
  /** Belonging to a generation that was removed. */
  expired: EventDocument[]
}

/**
 * Finds the one generation where each document belongs. An id is unique only within one backing index, so a resend
 * must meet the index of its first arrival again. The places of a stream say where to begin looking; from there on:
 * an open generation is the place; a sealed one, which can never change again, is the place of what it holds, and
 * what it does not hold belongs further on.
 */
export function createPlacer(generations: Generations, places: StreamPlaces, sealed: SealedShelf) {
  /**
   * Moves the newest place of each stream out of sealed generations, so that what is new need not be looked for there.
   * Where the sealed one holds something of the stream, the next place is written down: every copy computes the same
   * first sequence, and the first to write decides. Where it holds nothing, looking one further is all there is to do.
   */
  async function leaveSealed(streams: readonly StreamKey[], current: Generation): Promise<'gone' | undefined> {
    const newest = streams.flatMap((each) => places.newestOf(each) ?? [])
    const ending = Map.groupBy(newest, (place) => place.generation)
    for (const [number, stuck] of ending) {
      const generation = generations.get(number)
      if (!generation?.isSealed || generation.isRemoved) continue
      const highest = await sealed.highestSequences(
        generation,
        stuck.map((each) => each.stream),
      )
      if (highest === 'gone') return noteRemoved(generation)
      const holds = (place: StreamPlace) => (highest.get(place.stream) ?? -1) >= place.firstSequence
      await places.extend(stuck.filter(holds).map((place) => continued(place, highest, current)))
      const next = generations.after(number)
      if (next)
        places.advance(
          stuck.filter((place) => !holds(place)),
          next.number,
        )
      if ((await leaveSealed(stuck, current)) === 'gone') return 'gone'
    }
    return undefined
  }

  /** A generation is marked as removed before its indexes are deleted: the view of this copy was too old to know. */
  async function noteRemoved({ number }: Generation): Promise<'gone'> {
    await generations.refresh()
    if (generations.get(number)?.isRemoved) return 'gone'
    throw new Error(`the indexes of generation ${number} do not exist, but it was not removed`)
  }

  /** Another copy may have written down a generation that this one has not heard of. */
  async function known(number: number): Promise<Generation> {
    if (!generations.get(number)) await generations.refresh()
    const generation = generations.get(number)
    if (!generation) throw new Error(`generation ${number} is written down as a place but does not exist`)
    return generation
  }

  async function sift(
    documents: EventDocument[],
    generation: Generation,
    result: Placement,
  ): Promise<'gone' | undefined> {
    if (!generation.isSealed) {
      for (const document of documents) result.toWrite.push({ document, generation })
      return undefined
    }
    const found = await sealed.present(generation, documents)
    if (found === 'gone') return noteRemoved(generation)
    for (const document of documents) if (found.has(document.id)) result.repeats.push(document)
    const elsewhere = documents.filter(({ id }) => !found.has(id))
    const next = generations.after(generation.number)
    if (elsewhere.length === 0) return undefined
    if (!next) throw new Error(`generation ${generation.number} is sealed and none follows it`)
    return sift(elsewhere, next, result)
  }

  async function tryPlace(documents: readonly EventDocument[], stop: AbortSignal): Promise<Placement | 'gone'> {
    const current = await generations.current(stop)
    const streams = distinctStreams(documents)
    await places.ensure(streams, current.number)
    if ((await leaveSealed(streams, current)) === 'gone') return 'gone'

    const result: Placement = { toWrite: [], repeats: [], expired: [] }
    const byGeneration = Map.groupBy(documents, (each) => places.placeOf(each.identity)?.generation)
    for (const [number, group] of byGeneration) {
      const generation = number === undefined ? undefined : await known(number)
      if (!generation || generation.isRemoved) result.expired.push(...group)
      else if ((await sift(group, generation, result)) === 'gone') return 'gone'
    }
    return result
  }

  return async function place(documents: readonly EventDocument[], stop: AbortSignal): Promise<Placement> {
    // Each repeat follows the removal of a generation, so that there are few.
    for (;;) {
      const placement = await tryPlace(documents, stop)
      if (placement !== 'gone') return placement
    }
  }
}
export type Placer = ReturnType<typeof createPlacer>

function continued({ probeId, stream }: StreamPlace, highest: Map<string, number>, current: Generation): StreamPlace {
  return { probeId, stream, firstSequence: (highest.get(stream) ?? -1) + 1, generation: current.number }
}

function distinctStreams(documents: readonly EventDocument[]): StreamKey[] {
  const streams = new Map<string, StreamKey>()
  for (const { identity } of documents) streams.set(streamName(identity), identity)
  return [...streams.values()]
}
