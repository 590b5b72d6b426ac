import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacedDocument, WriteResult } from '@watchpost/engine'
import type { DeadLetter, EventDocument, Family } from '@watchpost/model'
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
        const closed: EventDocument[] = []
        let created = 0
        results.forEach((result, position) => {
          const document = toWrite[position]?.document as EventDocument
          if (result.kind === 'created') created++
          else if (result.kind === 'closed') closed.push(document)
          else if (result.kind === 'refused')
            refused.push({ record: document.record, reason: 'refused-by-engine', detail: result.detail })
        })
        telemetry.stored(created)
        telemetry.dropped(
          'repeat',
          results.length - created - closed.length - results.filter(({ kind }) => kind === 'refused').length,
        )
        if (closed.length > 0) {
          await sleep(sealingMs, undefined, { signal: stop })
          await generations.refresh()
        }
        open = closed
      }
      return refused
    },
  }
}
