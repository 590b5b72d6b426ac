import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacedDocument, WriteResult } from '@watchpost/engine'
import { type DeadLetter, type EventDocument, type Family, mend } from '@watchpost/model'
import type { Generation } from '@watchpost/store'
import type { Generations } from './generations.ts'
import type { Placer } from './place.ts'
import type { IndexerTelemetry } from './telemetry.ts'

export interface ShelfPorts {
  place: Placer
  generations: Pick<Generations, 'refresh'>
  write(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]>
  indexName(family: Family, generation: Generation): string
  telemetry: IndexerTelemetry
  /** A generation is sealed in the engine a moment before that is written down: how long to wait before looking. */
  sealingMs?: number
}

/** Puts documents where they belong, once each. A generation that closes under its hands sends it looking again. */
export function createShelf({ place, generations, write, indexName, telemetry, sealingMs = 200 }: ShelfPorts) {
  return {
    async put(documents: readonly EventDocument[], stop: AbortSignal): Promise<DeadLetter[]> {
      const refused: DeadLetter[] = []
      let open = documents
      while (open.length > 0) {
        const { toWrite, repeats, expired } = await place(open, stop)
        telemetry.dropped('repeat', repeats)
        telemetry.dropped('expired', expired)
        const results = await write(
          toWrite.map(({ document: { id, family, json }, generation }) => ({
            id,
            json,
            index: indexName(family, generation),
          })),
          stop,
        )
        const sorted = sortOut(
          toWrite.map(({ document }) => document),
          results,
        )
        telemetry.stored(sorted.created)
        telemetry.dropped('repeat', sorted.repeats)
        telemetry.mended(sorted.mended.length)
        refused.push(...sorted.refused)
        if (sorted.closed.length > 0) {
          await sleep(sealingMs, undefined, { signal: stop })
          await generations.refresh()
        }
        open = [...sorted.closed, ...sorted.mended]
      }
      return refused
    },
  }
}

interface SortedOut {
  created: number
  repeats: number
  /** To be placed again. */
  closed: EventDocument[]
  /** To be written again, in a form that the engine may take. */
  mended: EventDocument[]
  refused: DeadLetter[]
}

function sortOut(documents: readonly EventDocument[], results: readonly WriteResult[]): SortedOut {
  const sorted: SortedOut = { created: 0, repeats: 0, closed: [], mended: [], refused: [] }
  results.forEach((result, position) => {
    const document = documents[position] as EventDocument
    if (result.kind === 'created') sorted.created++
    else if (result.kind === 'exists') sorted.repeats++
    else if (result.kind === 'closed') sorted.closed.push(document)
    else {
      const json = mend(document.json)
      if (json) sorted.mended.push({ ...document, json })
      else sorted.refused.push({ record: document.record, reason: 'refused-by-engine', detail: result.detail })
    }
  })
  return sorted
}
