import { setTimeout as sleep } from 'node:timers/promises'
import type { EventDocument } from '@watchpost/model'
import type { Generation, StreamKey, StreamPlace } from '@watchpost/store'
import type { Generations, GenerationView } from '../generations.ts'
import { distinctStreams, type Run, runsOf } from './runs.ts'
import { placeAt, type StreamPlaces } from './stream-places.ts'

/** Queries on a sealed generation. The answers do not change until it is deleted. */
export interface SealedIndexes {
  /** `gone`: its indexes were deleted. */
  highestSequences(generation: Generation, streams: readonly string[]): Promise<Map<string, number> | 'gone'>
  present(generation: Generation, documents: readonly EventDocument[]): Promise<Set<string> | 'gone'>
}

/** Documents of one generation. */
export interface Group {
  generation: Generation
  documents: EventDocument[]
}

export interface Placement {
  /** By the generation to write them to. */
  toWrite: Group[]
  /** Already stored, by the generation that holds them. */
  repeats: Group[]
  /** Events of a removed generation. */
  expired: EventDocument[]
}

/** The view is too old: another indexer, or the leader, has changed the generations. */
class OutdatedView extends Error {}

/** A view that is outdated after this many reads is not old: something is missing. */
const MAX_VIEWS = 20
const PAUSE_MS = 200

/**
 * Finds the one generation where each document belongs. An id is unique only within one backing index, so a resend must
 * go to the index of its first arrival. The places of a stream say in which generation to start. If that generation is
 * open, the document belongs there. If it is sealed, its content is final: documents that it holds are repeats, and all
 * others belong to a later generation.
 *
 * A batch is placed on one view of the generations. A newer view in the middle could skip a generation that was open
 * when the places of the streams were stored.
 */
export function createPlacer(generations: Generations, places: StreamPlaces, sealed: SealedIndexes) {
  /**
   * Moves the newest place of each stream out of sealed generations, so that new events need no lookup there. If the
   * sealed generation holds events of the stream, the next place is added: every indexer computes the same first
   * sequence, and the first write wins. If it holds none, the place itself moves to the next generation.
   */
  async function leaveSealed(streams: readonly StreamKey[], view: GenerationView): Promise<void> {
    const newest = streams.flatMap((each) => places.newestOf(each) ?? [])
    for (const [number, stuck] of Map.groupBy(newest, (place) => place.generation)) {
      const generation = view.get(number)
      if (!generation?.isSealed || generation.isRemoved) continue
      const names = stuck.map(({ stream }) => stream)
      const highest = unlessGone(await sealed.highestSequences(generation, names), number)
      const isHeld = (place: StreamPlace) => (highest.get(place.stream) ?? -1) >= place.firstSequence
      await places.extend(stuck.filter(isHeld).map((place) => continued(place, highest, view.current)))
      await places.move(
        stuck.filter((place) => !isHeld(place)),
        existing(view.after(number), number).number,
      )
      // A removed generation accepts no place: the view is older than the removal.
      if (stuck.some((place) => places.newestOf(place)?.generation === number)) throw new OutdatedView()
      await leaveSealed(stuck, view)
    }
  }

  async function sift(
    documents: EventDocument[],
    generation: Generation,
    view: GenerationView,
    result: Placement,
  ): Promise<void> {
    if (!generation.isSealed) {
      result.toWrite.push({ generation, documents })
      return
    }
    const foundIds = unlessGone(await sealed.present(generation, documents), generation.number)
    const repeats = documents.filter(({ id }) => foundIds.has(id))
    if (repeats.length > 0) result.repeats.push({ generation, documents: repeats })
    const elsewhere = documents.filter(({ id }) => !foundIds.has(id))
    if (elsewhere.length === 0) return
    await sift(elsewhere, existing(view.after(generation.number), generation.number), view, result)
  }

  /** Groups documents by the generation where the lookup starts; undefined if that was removed. */
  function groupByPlace(runs: readonly Run[]): Map<number | undefined, EventDocument[]> {
    const groups = new Map<number | undefined, EventDocument[]>()
    for (const { stream, documents } of runs) {
      const own = places.placesOf(stream)
      for (const document of documents) {
        const number = placeAt(own, document.identity.sequence)?.generation
        const group = groups.get(number)
        if (group) group.push(document)
        else groups.set(number, [document])
      }
    }
    return groups
  }

  async function placeOn(view: GenerationView, documents: readonly EventDocument[]): Promise<Placement> {
    const runs = runsOf(documents)
    const streams = distinctStreams(runs)
    await places.ensure(streams, view.current.number)
    if (!streams.every(places.newestOf)) throw new OutdatedView()
    await leaveSealed(streams, view)

    const result: Placement = { toWrite: [], repeats: [], expired: [] }
    const byGeneration = groupByPlace(runs)
    // Another indexer may have stored a place in a generation that this view does not have.
    for (const number of byGeneration.keys()) if (number !== undefined) unlessGone(view.get(number) ?? 'gone', number)
    for (const [number, group] of byGeneration) {
      const generation = number === undefined ? undefined : view.get(number)
      if (!generation || generation.isRemoved) result.expired = result.expired.concat(group)
      else await sift(group, generation, view, result)
    }
    return result
  }

  return async function place(documents: readonly EventDocument[], stop: AbortSignal): Promise<Placement> {
    for (let views = 1; ; views++) {
      try {
        return await placeOn(await generations.view(stop), documents)
      } catch (error) {
        if (!(error instanceof OutdatedView) || views === MAX_VIEWS) throw error
        if (views > 1) await sleep(PAUSE_MS, undefined, { signal: stop })
        await generations.refresh()
      }
    }
  }
}
export type Placer = ReturnType<typeof createPlacer>

function unlessGone<T>(answer: T | 'gone', number: number): T {
  if (answer === 'gone') throw new OutdatedView(`generation ${number} is a place of a stream but does not exist`)
  return answer
}

function existing(next: Generation | undefined, number: number): Generation {
  if (!next) throw new Error(`generation ${number} is sealed and none follows it`)
  return next
}

function continued({ probeId, stream }: StreamPlace, highest: Map<string, number>, current: Generation): StreamPlace {
  return { probeId, stream, firstSequence: (highest.get(stream) ?? -1) + 1, generation: current.number }
}
