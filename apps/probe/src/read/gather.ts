import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Clock } from '../disk/clock.ts'
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
const compress = promisify(zstdCompress)
/** Level 1 costs a third of the default's time and leaves a tenth more bytes. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Reads until a batch is full or its first line has waited long enough; nothing when we are to stop. */
export async function gather(
  follower: Pick<Follower, 'next' | 'place'>,
  limits: BatchLimits,
  clock: Clock,
  stop: AbortSignal,
): Promise<Draft | undefined> {
  const slices: Buffer[] = []
  let count = 0
  let bytes = 0
  let lastLine: Buffer | undefined
  let readAt = 0
  const from = follower.place()
  let to = from
  while (!stop.aborted && count < limits.lines) {
    const isEmpty = count === 0
    const piece = await follower.next({ lines: limits.lines - count, bytes: limits.bytes - bytes, isEmpty })
    if (piece === 'full') break
    if (piece === 'wait') {
      const leftMs = isEmpty ? POLL_MS : readAt + limits.waitMs - clock.now()
      if (leftMs <= 0) break
      await clock.sleep(Math.min(POLL_MS, leftMs), stop)
      continue
    }
    if (isEmpty) readAt = clock.now()
    slices.push(...piece.slices)
    count += piece.lines
    bytes += piece.bytes
    lastLine = piece.lastLine
    to = piece.to
  }
  if (!lastLine) return undefined
  const body = await compress(Buffer.concat(slices), FAST)
  return { body, count, from, to, lastDigest: sha256(lastLine), readAt }
}
