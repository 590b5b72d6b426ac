import { type ArrivalVector, type DeadLetter, type EventOutline, type LogRecord, outline } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { createPassed, type Passed } from './passed.ts'

/** One record of the log, row of the audit or statement of coverage, looked into at most once however many exports want it. */
export interface Piece {
  readonly record: Pick<LogRecord, 'identity' | 'receivedAt' | 'partition' | 'offset'>
  /** The log held the same event before. */
  readonly isRepeat: boolean
  /** Undefined for what is not an event: the dead letters have it. */
  look(): EventOutline | undefined
  /** Lets go of what was looked up. */
  release(): void
}

/** A stretch of the log: everything between two positions. */
export interface Chunk {
  readonly before: ArrivalVector
  readonly after: ArrivalVector
  readonly pieces: readonly Piece[]
  /** What it adds to the sequences that were passed. */
  readonly passed: Passed
  readonly bytes: number
}

/** The scorers of the versions of the risk policy that records name. */
export interface ScorerBook {
  of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>>
}

/** How much of the log a batch is. */
export function bytesOf(batch: readonly LogRecord[]): number {
  return batch.reduce((sum, { payload }) => sum + payload.length, 0)
}

/** Makes chunks of batches that follow each other. `passed` is as of the position, and goes on with it. */
export function createChunker(scorers: ScorerBook, from: ArrivalVector, passed: Passed) {
  let position = from

  return {
    position: () => position,
    passed,

    async make(batch: readonly LogRecord[]): Promise<Chunk> {
      const byVersion = await scorers.of(batch.map((each) => each.policyVersion))
      const after = new Map(position)
      const added = createPassed()
      const pieces = batch.map((record) => {
        const isRepeat = !passed.note(record.identity)
        if (!isRepeat) added.note(record.identity)
        after.set(record.partition, record.offset + 1)
        const scorer = byVersion.get(record.policyVersion)
        if (!scorer) throw new Error(`there is no scorer of version ${record.policyVersion}`)
        return pieceOf(record, isRepeat, scorer)
      })
      const chunk: Chunk = { before: position, after, pieces, passed: added, bytes: bytesOf(batch) }
      position = after
      return chunk
    },
  }
}
export type Chunker = ReturnType<typeof createChunker>

function pieceOf(record: LogRecord, isRepeat: boolean, scorer: Scorer): Piece {
  let looked: EventOutline | { letter: DeadLetter } | undefined
  return {
    record,
    isRepeat,
    look() {
      looked ??= outline(record, scorer)
      return 'letter' in looked ? undefined : looked
    },
    release() {
      looked = undefined
    },
  }
}
