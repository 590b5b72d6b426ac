import { setTimeout as sleep } from 'node:timers/promises'
import type { EventDocument } from '@watchpost/model'
import type { Generation, StreamKey, StreamPlace } from '@watchpost/store'
import type { Generations, GenerationView } from '../generations.ts'
import { distinctStreams, type Run, runsOf } from './runs.ts'
import { placeAt, type StreamPlaces } from './stream-places.ts'

/** What the engine says of a generation that takes no more events: the answer never changes until it is deleted. */
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
  /** Belonging to a generation that was removed. */
  expired: EventDocument[]
}

/** The view is too old to go on: another copy, or the leader, has moved on. */
class OutdatedView extends Error {}

/** A view that is still too old when read again so often is not old: something is missing. */
const MAX_VIEWS = 20
const PAUSE_MS = 200

/**
 * Finds the one generation where each document belongs. An id is unique only within one backing index, so a resend
 * must meet the index of its first arrival again. The places of a stream say where to begin looking; from there on:
 * an open generation is the place; a sealed one, which can never change again, is the place of what it holds, and
 * what it does not hold belongs further on.
 *
 * A batch is placed on one view of the generations. A newer view in the middle could send documents past a generation
 * that was open when the places of their streams were written down.
 */
export function createPlacer(generations: Generations, places: StreamPlaces, sealed: SealedIndexes) {
  /**
   * Moves the newest place of each stream out of sealed generations, so that what is new need not be looked for there.
   * Where the sealed one holds something of the stream, the next place is added: every copy computes the same first
   * sequence, and the first to write decides. Where it holds nothing, the place itself moves to the next generation.
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
      // A generation that was removed since takes no place: the view is older than that.
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

  /** Documents by the generation where to begin looking; none where that was removed. */
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
    // Another copy may have written down a generation that this view does not have.
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
