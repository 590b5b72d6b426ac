import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacedDocument, WriteResult } from '@watchpost/engine'
import { type DeadLetter, type EventDocument, mend, type StoredFamily } from '@watchpost/model'
import type { Generation } from '@watchpost/store'
import type { Generations } from './generations.ts'
import type { Placer } from './place.ts'
import type { IndexerTelemetry } from './telemetry.ts'

export interface ShelfPorts {
  place: Placer
  generations: Pick<Generations, 'refresh'>
  write(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]>
  indexName(family: StoredFamily, generation: Generation): string
  telemetry: IndexerTelemetry
  /** A generation is sealed in the engine a moment before that is written down: how long to wait before looking. */
  sealingMs?: number
}

/** What became of events. One that a batch holds twice is in it once. */
export interface Put {
  /** Stored, now or before. */
  stored: EventDocument[]
  /** Belonging to a generation that was removed. */
  expired: EventDocument[]
  /** Of those stored now: whose time was set to their arrival. */
  corrected: EventDocument[]
  /** What the engine refuses for good; it may be the entry of an alert that is stored itself. */
  refused: DeadLetter[]
}

/** What became of documents, once each of them is settled. */
interface Settled extends Put {
  created: number
  mended: number
}

/** Puts documents where they belong, once each. A generation that closes under its hands sends it looking again. */
export function createShelf({ place, generations, write, indexName, telemetry, sealingMs = 200 }: ShelfPorts) {
  async function settle(documents: readonly EventDocument[], stop: AbortSignal): Promise<Settled> {
    const settled: Settled = { created: 0, stored: [], expired: [], corrected: [], mended: 0, refused: [] }
    let open = documents
    while (open.length > 0) {
      const { toWrite, repeats, expired } = await place(open, stop)
      settled.stored.push(...repeats)
      settled.expired.push(...expired)
      const results = await write(
        toWrite.map(({ document: { id, family, json }, generation }) => ({
          id,
          json,
          index: indexName(family, generation),
        })),
        stop,
      )
      const { closed, mended } = sortOut(
        toWrite.map(({ document }) => document),
        results,
        settled,
      )
      if (closed.length > 0) {
        await sleep(sealingMs, undefined, { signal: stop })
        await generations.refresh()
      }
      open = [...closed, ...mended]
    }
    return settled
  }

  return {
    /** Stores events, then what the listings need of the alerts among them; answers what became of each. */
    async put(documents: readonly EventDocument[], stop: AbortSignal): Promise<Put> {
      const once = firstOfEach(documents)
      const events = await settle(once, stop)
      telemetry.stored(events.created)
      telemetry.dropped('repeat', documents.length - once.length + events.stored.length - events.created)
      telemetry.dropped('expired', events.expired.length)
      telemetry.mended(events.mended)
      telemetry.corrected(events.corrected)
      // After the events, so that whatever is listed has its document; for repeats too, since a crash may have come
      // between an event and its entry.
      const entries = await settle(
        events.stored.flatMap(({ entry }) => entry ?? []),
        stop,
      )
      telemetry.listed(entries.created)
      const { stored, expired, corrected } = events
      return { stored, expired, corrected, refused: [...events.refused, ...entries.refused] }
    },
  }
}

/**
 * Of an event that a batch holds twice, the first: written side by side either might win, and exports and the order of
 * arrival go by the first.
 */
function firstOfEach(documents: readonly EventDocument[]): EventDocument[] {
  const seen = new Set<string>()
  return documents.filter(({ id }) => seen.size !== seen.add(id).size)
}

interface ToDo {
  /** To be placed again. */
  closed: EventDocument[]
  /** To be written again, in a form that the engine may take. */
  mended: EventDocument[]
}

function sortOut(documents: readonly EventDocument[], results: readonly WriteResult[], settled: Settled): ToDo {
  const todo: ToDo = { closed: [], mended: [] }
  results.forEach((result, position) => {
    const document = documents[position] as EventDocument
    if (result.kind === 'closed') todo.closed.push(document)
    else if (result.kind === 'refused') {
      const json = mend(document.json)
      if (json) todo.mended.push({ ...document, json })
      else settled.refused.push({ record: document.record, reason: 'refused-by-engine', detail: result.detail })
    } else {
      settled.stored.push(document)
      if (result.kind !== 'created') return
      settled.created++
      if (document.correction) settled.corrected.push(document)
    }
  })
  settled.mended += todo.mended.length
  return todo
}
