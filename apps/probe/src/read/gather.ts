import { constants, zstdCompressSync } from 'node:zlib'
import type { Clock } from '../disk/clock.ts'
import { createByteBuffer } from '../follow/byte-buffer.ts'
import type { Follower } from '../follow/follower.ts'
import { type Draft, sha256 } from '../spool/batch.ts'

/** Limits of a batch, and how long its first line may wait for more. */
export interface BatchLimits {
  bytes: number
  lines: number
  waitMs: number
}

/** Well below the limits of the gateway (16 MiB, 10,000 events), and small enough to hold several in memory. */
export const batchLimits: BatchLimits = { bytes: 1024 ** 2, lines: 5_000, waitMs: 200 }

const POLL_MS = 50
/** Level 1 takes a third of the time of the default level, for a tenth more bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Creates the step that reads until a batch is full or its first line has waited long enough; returns undefined on
 * stop. All batches share one piece of memory: the next one starts when this one is compressed.
 */
export function createGatherer(
  follower: Pick<Follower, 'next' | 'place'>,
  limits: BatchLimits,
  clock: Clock,
): (stop: AbortSignal) => Promise<Draft | undefined> {
  const lines = createByteBuffer()

  return async function gather(stop) {
    const from = follower.place()
    let to = from
    let count = 0
    let lastLineBytes = 0
    let readAt = 0
    while (!stop.aborted && count < limits.lines) {
      const isEmpty = count === 0
      const left = limits.bytes - lines.bytes().length
      const piece = await follower.next({ lines: limits.lines - count, bytes: left, isEmpty })
      if (piece === 'full') break
      if (piece === 'wait') {
        const leftMs = isEmpty ? POLL_MS : readAt + limits.waitMs - clock.now()
        if (leftMs <= 0) break
        await clock.sleep(Math.min(POLL_MS, leftMs), stop)
        continue
      }
      if (isEmpty) readAt = clock.now()
      for (const slice of piece.slices) lines.filled(slice.copy(lines.room(slice.length)))
      count += piece.lines
      lastLineBytes = piece.lastLine.length
      to = piece.to
    }
    if (count === 0) return undefined
    const plain = lines.bytes()
    const lastDigest = sha256(plain.subarray(plain.length - 1 - lastLineBytes, -1))
    // A few milliseconds, done here and not on a worker thread, since each thread would need memory of its own.
    const body = zstdCompressSync(plain, FAST)
    lines.drop(plain.length)
    return { body, count, from, to, lastDigest, readAt }
  }
}
