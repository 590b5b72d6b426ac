import { constants, zstdCompressSync } from 'node:zlib'
import type { Clock } from '../disk/clock.ts'
import { createByteBuffer } from '../follow/byte-buffer.ts'
import type { Follower } from '../follow/follower.ts'
import { type Draft, sha256 } from '../spool/batch.ts'

/** What a batch may hold, and how long its first line may wait for more. */
export interface BatchLimits {
  bytes: number
  lines: number
  waitMs: number
}

/** Well within what the gateway takes (16 MiB, 10,000 events), and small enough to hold several in memory. */
export const batchLimits: BatchLimits = { bytes: 1024 ** 2, lines: 5_000, waitMs: 200 }

const POLL_MS = 50
/** Level 1 costs a third of the default's time and leaves a tenth more bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Makes the step that reads until a batch is full or its first line has waited long enough, and answers nothing when we
 * are to stop. One piece of memory serves for all batches: the next one begins when this one is compressed.
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
    // A few milliseconds, here and not on another thread: each of those would keep memory of its own.
    const body = zstdCompressSync(plain, FAST)
    lines.drop(plain.length)
    return { body, count, from, to, lastDigest, readAt }
  }
}
