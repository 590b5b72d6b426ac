import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacedDocument, WriteResult } from '@watchpost/engine'
import type { EventDocument, StoredFamily } from '@watchpost/model'
import type { Generation } from '@watchpost/store'
import type { Generations } from '../generations.ts'
import type { Group, Placement, Placer } from './place.ts'
import { firstOfEach } from './runs.ts'
import type { IndexerTelemetry } from '../telemetry.ts'
import { emptyOutcome, noteStored, type Outcome, type Put, sortOutEntries, sortOutEvents } from './write-outcome.ts'

export interface DocumentWriterPorts {
  place: Placer
  generations: Pick<Generations, 'refresh' | 'view'>
  write(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]>
  indexName(family: StoredFamily, generation: Generation): string
  telemetry: IndexerTelemetry
  /** How long to wait before reading the generations again: the engine is sealed shortly before the store says so. */
  sealingMs?: number
}

const NOTHING: Placement = { toWrite: [], repeats: [], expired: [] }

/**
 * Writes each document once, into the generation where it belongs. When a generation closes during the write, the
 * documents are placed again.
 */
export function createDocumentWriter({
  place,
  generations,
  write,
  indexName,
  telemetry,
  sealingMs = 200,
}: DocumentWriterPorts) {
  function writeGroups(groups: readonly Group[], stop: AbortSignal): Promise<WriteResult[]> {
    const placed: PlacedDocument[] = []
    for (const { generation, documents } of groups) {
      const names = new Map<StoredFamily, string>()
      for (const { id, family, json } of documents) {
        const index = names.get(family) ?? indexName(family, generation)
        names.set(family, index)
        placed.push({ id, json, index })
      }
    }
    return write(placed, stop)
  }

  /** An entry belongs to the generation of its event. If that was removed, the entry is dropped with it. */
  async function unlessRemoved(closed: readonly Group[], stop: AbortSignal): Promise<Group[]> {
    const view = await generations.view(stop)
    const kept = closed.filter(({ generation }) => view.get(generation.number)?.isRemoved === false)
    const dropped = countOf(closed) - countOf(kept)
    if (dropped > 0) telemetry.unlisted(dropped)
    return kept
  }

  /** Writes events and entries until none are left. They share their bulk requests. */
  async function settle(events: readonly EventDocument[], due: readonly Group[], stop: AbortSignal): Promise<Outcome> {
    const outcome = emptyOutcome()
    let open = events
    let entries = due
    while (open.length > 0 || entries.length > 0) {
      const { toWrite, repeats, expired } = open.length > 0 ? await place(open, stop) : NOTHING
      for (const group of repeats) noteStored(group, outcome)
      for (const document of expired) outcome.expired.push(document)
      const results = await writeGroups([...toWrite, ...entries], stop)
      const count = countOf(toWrite)
      const leftEvents = sortOutEvents(toWrite, results.slice(0, count), outcome)
      const leftEntries = sortOutEntries(entries, results.slice(count), outcome)
      if (leftEvents.closed.length > 0 || leftEntries.closed.length > 0) {
        await sleep(sealingMs, undefined, { signal: stop })
        await generations.refresh()
      }
      open = [...leftEvents.closed, ...leftEvents.mended]
      const closed = leftEntries.closed.length > 0 ? await unlessRemoved(leftEntries.closed, stop) : []
      entries = [...closed, ...leftEntries.mended]
    }
    return outcome
  }

  return {
    /**
     * Stores events, together with the entries that an earlier call returned. The entries of these events are for the
     * next call: they are stored after the events, so that every entry has its document.
     */
    async put(
      documents: readonly EventDocument[],
      due: readonly Group[],
      stop: AbortSignal,
    ): Promise<Put & Pick<Outcome, 'refusedEntries'>> {
      const once = firstOfEach(documents)
      const { created, mended, listed, ...put } = await settle(once, due, stop)
      telemetry.stored(created)
      telemetry.dropped('repeat', documents.length - once.length + put.stored.length - created)
      telemetry.dropped('expired', put.expired.length)
      telemetry.mended(mended)
      telemetry.corrected(put.corrected)
      telemetry.listed(listed)
      return put
    },
  }
}
export type DocumentWriter = ReturnType<typeof createDocumentWriter>

function countOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { documents }) => sum + documents.length, 0)
}
