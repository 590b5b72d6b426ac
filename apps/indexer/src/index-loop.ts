import { type DeadLetter, type EventDocument, type LogRecord, prepare } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { type BatchWriterPorts, createBatchWriter, type PreparedBatch } from './batch-writer.ts'

export interface IndexLoopPorts extends BatchWriterPorts {
  log: BatchWriterPorts['log'] & { batches(stop: AbortSignal): AsyncIterable<LogRecord[]> }
  /** The scorers for the risk policy versions that records refer to. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
}

/** How long the entries of a batch wait for the next one. */
const ENTRY_WAIT_MS = 50

/**
 * Stores the log in the engine: at least once, and thanks to the ids exactly once in effect. While one batch is stored,
 * the next is prepared and the entries of the previous one wait; at most these three are in memory. When `stop` aborts,
 * it finishes the current batch and returns.
 */
export async function runIndexLoop(ports: IndexLoopPorts, stop: AbortSignal, giveUp: AbortSignal): Promise<void> {
  const { log, scorers, telemetry } = ports
  const writer = createBatchWriter(ports, giveUp)
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  /** Ends the loop after a failure, since without a next batch no `await` would notice it. */
  const failed = new AbortController()

  /** Runs the steps one after the other, in the order of the calls. */
  function enqueue(step: () => Promise<void>): void {
    writing = writing.then(() => {
      clearTimeout(timer)
      return step()
    })
    // The next `await` rethrows a failure.
    writing.then(flushSoon, () => failed.abort())
  }

  function flushSoon(): void {
    if (writer.isWaiting()) timer = setTimeout(() => enqueue(writer.flush), ENTRY_WAIT_MS)
  }

  try {
    for await (const batch of log.batches(AbortSignal.any([stop, failed.signal]))) {
      telemetry.received(batch.length)
      const prepared = prepareBatch(batch, await scorers.of(batch.map((each) => each.policyVersion)))
      await writing
      enqueue(() => writer.write(prepared))
    }
  } finally {
    enqueue(writer.flush)
    await writing
  }
}

function prepareBatch(batch: LogRecord[], scorers: ReadonlyMap<number, Scorer>): PreparedBatch {
  const startedAt = Date.now()
  const documents: EventDocument[] = []
  const dead: DeadLetter[] = []
  for (const record of batch) {
    const outcome = prepare(record, scorers.get(record.policyVersion))
    if (outcome.kind === 'ready') documents.push(outcome.document)
    else dead.push(outcome.letter)
  }
  return { startedAt, batch, documents, dead }
}
