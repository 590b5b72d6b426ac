import type { HeldFile } from './held-file.ts'
import { createLineCutter, type Cut, type CutLimit } from './line-cutter.ts'
import type { Place } from './place.ts'
import type { FileQueue } from './file-queue.ts'

/** Lines, and the place where reading continues after them. */
export interface Piece extends Cut {
  to: Place
}

export interface FollowerPorts {
  fileQueue: Pick<FileQueue, 'at' | 'after' | 'isFinished' | 'identify' | 'read' | 'leave'>
  losses: { report(reason: string, bytes: number): void }
  seen?: ((line: Buffer) => void) | undefined
}

const CHUNK_BYTES = 256 * 1024
/** Longer than any event: data without a line feed for this long is not text. */
const MAX_LINE_BYTES = 8 * 1024 ** 2

/**
 * Reads lines from a place on, through all followed files. From the same place it always reads the same lines: the
 * sequence numbers depend on it.
 */
export function createFollower({ fileQueue, losses, seen }: FollowerPorts, start: Place) {
  const cutter = createLineCutter({
    maxLineBytes: MAX_LINE_BYTES,
    leftOut: (bytes) => losses.report('more than 8 MiB without a line feed were left out', bytes),
    seen,
  })
  let { file, offset: base } = start
  /** The file had ended when we reached its end: what is read until the next end is its last part. */
  let isEnding = false

  function begin(at: number, offset: number): void {
    file = at
    base = offset
    isEnding = false
    cutter.reset()
  }

  const place = (): Place => ({ file, offset: base + cutter.consumed() })
  const readUpTo = () => base + cutter.consumed() + cutter.waiting()

  /** Continues reading the file. `wait` when there is nothing more for now, `again` when there may be. */
  async function read(held: HeldFile): Promise<'again' | 'wait' | Piece> {
    // Until a file has a head, a new file that took its place cannot be detected.
    if (!(await fileQueue.identify(held, isEnding)) && !isEnding) {
      if (!(await fileQueue.isFinished(held))) return 'wait'
      isEnding = true
      return 'again'
    }
    const bytes = await fileQueue.read(held, readUpTo(), cutter.room(CHUNK_BYTES))
    if (bytes === 'gone') {
      begin(place().file, place().offset)
      return 'again'
    }
    if (bytes > 0) {
      cutter.filled(bytes)
      return 'again'
    }
    if (!isEnding) {
      isEnding = await fileQueue.isFinished(held)
      return isEnding ? 'again' : 'wait'
    }
    return endOf(held)
  }

  function endOf(held: HeldFile): 'again' | Piece {
    const rest = cutter.takeRest()
    if (rest) {
      losses.report('a file ended within a line', rest.lastLine.length)
      return { ...rest, to: place() }
    }
    fileQueue.leave(held, place().offset)
    const following = fileQueue.after(held.file)
    if (following) begin(following.file, 0)
    isEnding = false
    return 'again'
  }

  return {
    place,
    /** Lines within the limit; `wait` when there are none now, `full` when the next one does not fit. */
    async next(limit: CutLimit): Promise<Piece | 'wait' | 'full'> {
      for (;;) {
        const cut = cutter.take(limit)
        if (cut === 'full') return 'full'
        if (cut !== 'more') return { ...cut, to: place() }
        const held = fileQueue.at(file)
        if (!held) return 'wait'
        if (held.file !== file) begin(held.file, 0)
        const outcome = await read(held)
        if (outcome === 'wait') return 'wait'
        if (outcome !== 'again') return outcome
      }
    },
  }
}
export type Follower = ReturnType<typeof createFollower>
