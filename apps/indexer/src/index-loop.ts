import { type DeadLetter, type EventDocument, type LogRecord, prepare } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import type { Put } from './shelf.ts'
import type { IndexerTelemetry } from './telemetry.ts'
import type { BatchWatch } from './watch/batch-watch.ts'

export interface IndexLoopPorts {
  log: {
    batches(stop: AbortSignal): AsyncIterable<LogRecord[]>
    commit(batch: readonly LogRecord[]): Promise<boolean>
  }
  /** Puts every document, and the entry of every alert, in its one place; answers what became of each. */
  shelf: { put(documents: readonly EventDocument[], stop: AbortSignal): Promise<Put> }
  deadLetters: { park(letters: readonly DeadLetter[]): Promise<void> }
  /** Enters what became of every event of a batch. */
  ledger: { settled(put: Put, dead: readonly DeadLetter[], stop: AbortSignal): Promise<void> }
  /** Counts the events whose time was set to their arrival, by probe. */
  clocks: { corrected(documents: readonly EventDocument[], stop: AbortSignal): Promise<void> }
  /** The scorers of the versions of the risk policy that records name. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
  telemetry: IndexerTelemetry
  /** Told of the batch in hand and of each step of it. */
  watch: Pick<BatchWatch, 'begin' | 'step' | 'end'>
}

interface Prepared {
  startedAt: number
  batch: LogRecord[]
  documents: EventDocument[]
  dead: DeadLetter[]
}

/**
 * Log → engine, at least once, and by their ids exactly once in effect. While one batch is being stored the next is
 * prepared; no more than these two are held. When `stop` aborts, it finishes the batch in hand and returns.
 */
export async function runIndexLoop(ports: IndexLoopPorts, stop: AbortSignal, giveUp: AbortSignal): Promise<void> {
  const { log, shelf, deadLetters, ledger, clocks, scorers, telemetry, watch } = ports

  async function store({ startedAt, batch, documents, dead }: Prepared): Promise<void> {
    watch.begin(batch)
    const put = await shelf.put(documents, giveUp)
    const letters = [...dead, ...put.refused]
    watch.step('writing dead letters')
    await deadLetters.park(letters)
    telemetry.dead(letters)
    // After the fact, so that the ledger never says more than is true; before the commit, so that a crash leaves nothing out.
    watch.step('entering the ledger')
    await ledger.settled(put, letters, giveUp)
    await clocks.corrected(put.corrected, giveUp)
    // Commit last: a crash above replays the batch, and ids made of (probe, stream, sequence) make the replay harmless.
    watch.step('committing')
    const isCommitted = await log.commit(batch)
    watch.end()
    telemetry.finished(batch, isCommitted, startedAt)
  }

  let storing: Promise<void> = Promise.resolve()
  try {
    for await (const batch of log.batches(stop)) {
      telemetry.received(batch.length)
      const prepared = prepareBatch(batch, await scorers.of(batch.map((each) => each.policyVersion)))
      await storing
      storing = store(prepared)
      // Whoever awaits it next sees the failure; until then it must not count as nobody's.
      storing.catch(() => undefined)
    }
  } finally {
    await storing
  }
}

function prepareBatch(batch: LogRecord[], scorers: ReadonlyMap<number, Scorer>): Prepared {
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
