import { type ArrivalVector, type DeadLetter, type EventOutline, type LogRecord, outline } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { createPassed, type Passed } from './passed.ts'

/** A log record, audit row or coverage statement. It is parsed at most once, even if several exports want it. */
export interface Piece {
  readonly record: Pick<LogRecord, 'identity' | 'receivedAt' | 'partition' | 'offset'>
  /** The event was in the log before: a duplicate. */
  readonly isRepeat: boolean
  /** Undefined if it is not a valid event: it is in the dead letters. */
  look(): EventOutline | undefined
  /** Drops the parsed outline. */
  release(): void
}

/** A section of the log: everything between two positions. */
export interface Chunk {
  readonly before: ArrivalVector
  readonly after: ArrivalVector
  readonly pieces: readonly Piece[]
  /** The sequences that this chunk adds to the deduplication set. */
  readonly passed: Passed
  readonly bytes: number
}

/** The scorers for the risk policy versions that records refer to. */
export interface ScorerBook {
  of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>>
}

/** Payload bytes of a batch. */
export function bytesOf(batch: readonly LogRecord[]): number {
  return batch.reduce((sum, { payload }) => sum + payload.length, 0)
}

/** Turns consecutive batches into chunks. `passed` is the deduplication set at the position and advances with it. */
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
