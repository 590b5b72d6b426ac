import type { DeadLetter, EventDocument, LogRecord } from '@watchpost/model'
import type { DocumentWriter } from './placing/document-writer.ts'
import type { IndexerTelemetry } from './telemetry.ts'
import type { BatchWatch } from './watch/batch-watch.ts'
import type { Put } from './placing/write-outcome.ts'

export interface BatchWriterPorts {
  log: { commit(batch: readonly LogRecord[]): Promise<boolean> }
  /** Stores every document, and the entry of every alert, in exactly one generation; returns the outcome of each. */
  documentWriter: DocumentWriter
  deadLetters: { park(letters: readonly DeadLetter[]): Promise<void> }
  /** Enters the outcome of every event of a batch. */
  ledger: { settled(put: Put, dead: readonly DeadLetter[], stop: AbortSignal): Promise<void> }
  /** Counts the events whose time was set to their arrival, by probe. */
  clocks: { corrected(documents: readonly EventDocument[], stop: AbortSignal): Promise<void> }
  telemetry: IndexerTelemetry
  /** Informed of the current batch and each of its steps. */
  watch: Pick<BatchWatch, 'begin' | 'step' | 'end'>
}

export interface PreparedBatch {
  startedAt: number
  batch: LogRecord[]
  documents: EventDocument[]
  dead: DeadLetter[]
}

/** A batch whose events are stored. */
interface StoredBatch extends PreparedBatch {
  put: Put
  storedAt: number
}

/**
 * Stores batches one after the other. The entries of a batch's alerts go with the bulk request of the next batch, which
 * saves a request and a disk sync. The offset of a batch is committed once its entries are stored.
 */
export function createBatchWriter(ports: BatchWriterPorts, giveUp: AbortSignal) {
  const { log, documentWriter, deadLetters, ledger, clocks, telemetry, watch } = ports
  /** The batch whose events are stored but whose entries are not. */
  let waiting: StoredBatch | undefined

  async function finish({ startedAt, storedAt, batch, dead, put }: StoredBatch, refusedEntries: readonly DeadLetter[]) {
    const letters = [...dead, ...put.refused, ...refusedEntries]
    watch.step('writing dead letters')
    await deadLetters.park(letters)
    telemetry.dead(letters)
    // After storing, so that the ledger never claims too much; before the commit, so that a crash leaves nothing out.
    watch.step('entering the ledger')
    await ledger.settled(put, letters, giveUp)
    await clocks.corrected(put.corrected, giveUp)
    // Commit last: a crash above replays the batch. Ids made of (probe, stream, sequence) make the replay harmless.
    watch.step('committing')
    const isCommitted = await log.commit(batch)
    telemetry.finished(batch, isCommitted, { startedAt, storedAt })
  }

  /** Stores these events with the waiting entries, and finishes the batch of those entries. */
  async function put(documents: readonly EventDocument[]): Promise<Put> {
    const { refusedEntries, ...result } = await documentWriter.put(documents, waiting?.put.entries ?? [], giveUp)
    if (waiting) await finish(waiting, refusedEntries)
    waiting = undefined
    return result
  }

  return {
    /** Stores the events of a batch. The batch is finished at once only if it has no alerts. */
    async write(prepared: PreparedBatch): Promise<void> {
      watch.begin(prepared.batch)
      const result = await put(prepared.documents)
      const stored = { ...prepared, put: result, storedAt: Date.now() }
      if (result.entries.length > 0) waiting = stored
      else await finish(stored, [])
      watch.end()
    },

    /** Stores the waiting entries without a next batch. */
    async flush(): Promise<void> {
      if (!waiting) return
      watch.begin(waiting.batch)
      await put([])
      watch.end()
    },

    isWaiting: (): boolean => waiting !== undefined,
  }
}
export type BatchWriter = ReturnType<typeof createBatchWriter>
