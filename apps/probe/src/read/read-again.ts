import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { createFollower, type FollowerPorts } from '../follow/follower.ts'
import type { Place } from '../follow/place.ts'
import { type Batch, sha256 } from '../spool/batch.ts'

const compress = promisify(zstdCompress)
const AT_ONCE = { lines: 5_000, bytes: 1024 ** 2 }
/** Losses were already reported when the lines were first read. */
const losses = { report: () => undefined }

/** The digest of the line this many lines after a place; undefined when the files end before it. */
export async function digestAhead(fileQueue: FollowerPorts['fileQueue'], place: Place, lines: number) {
  const follower = createFollower({ fileQueue, losses }, place)
  for (let left = lines; ; ) {
    const piece = await follower.next({ ...AT_ONCE, lines: Math.min(AT_ONCE.lines, left), isEmpty: true })
    if (piece === 'wait' || piece === 'full') return undefined
    left -= piece.lines
    if (left === 0) return sha256(piece.lastLine)
  }
}

/** The lines of a batch, compressed, read again from their files; undefined when they no longer exist. */
export async function bodyAgain(fileQueue: FollowerPorts['fileQueue'], batch: Batch): Promise<Buffer | undefined> {
  const follower = createFollower({ fileQueue, losses }, batch.from)
  const slices: Buffer[] = []
  let lastLine = Buffer.alloc(0)
  for (let left = batch.count; left > 0; ) {
    const piece = await follower.next({ ...AT_ONCE, lines: left, isEmpty: true })
    if (piece === 'wait' || piece === 'full') return undefined
    slices.push(Buffer.concat(piece.slices))
    left -= piece.lines
    lastLine = Buffer.from(piece.lastLine)
  }
  const { file, offset } = follower.place()
  const isSame = batch.lastDigest ? sha256(lastLine) === batch.lastDigest : isAt(batch.to, { file, offset })
  return isSame ? compress(Buffer.concat(slices)) : undefined
}

function isAt(a: Place, b: Place): boolean {
  return a.file === b.file && a.offset === b.offset
}
