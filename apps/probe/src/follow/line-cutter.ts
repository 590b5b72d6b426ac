/** Whole lines of a file, one after the other, each with its line feed. */
export interface Cut {
  /** Lines may be spread over several slices; a slice begins and ends at a line's border. */
  slices: Buffer[]
  lines: number
  bytes: number
  /** Without its line feed. */
  lastLine: Buffer
}

export interface CutLimit {
  lines: number
  /** Not exceeded, unless the first line alone is longer and `isEmpty`. */
  bytes: number
  /** Whether the batch that the lines are for has none yet. */
  isEmpty: boolean
}

export interface LineCutterOptions {
  /** A longer line is no event: it is left out and told. */
  maxLineBytes: number
  leftOut(bytes: number): void
  /** Shown every line that is handed out. */
  seen?: ((line: Buffer) => void) | undefined
}

const LINE_FEED = 0x0a
const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Cuts what is read from a file into lines. What it hands out does not depend on how the bytes came in pieces, so that
 * reading again from the same place gives the same lines. Empty lines are no events and are passed over.
 */
export function createLineCutter({ maxLineBytes, leftOut, seen }: LineCutterOptions) {
  let pending = NOTHING
  /** Up to here `pending` has no line feed. */
  let searched = 0
  /** Bytes of a line that is already too long and whose end has not come yet. */
  let skipped = 0
  /** How many bytes of the file lie behind us, since the last reset. */
  let consumed = 0

  function consume(bytes: number): void {
    pending = pending.subarray(bytes)
    consumed += bytes
    searched = 0
  }

  /** Gets rid of a line that is too long as soon as that is known, whether its end is there or not. */
  function skipOverlong(): void {
    for (;;) {
      const end = pending.indexOf(LINE_FEED, searched)
      const length = end === -1 ? pending.length : end
      if (skipped + length <= maxLineBytes) return
      if (end === -1) {
        skipped += pending.length
        pending = NOTHING
        searched = 0
        return
      }
      const bytes = skipped + end + 1
      consumed += skipped
      skipped = 0
      consume(end + 1)
      leftOut(bytes)
    }
  }

  function take({ lines: maxLines, bytes: maxBytes, isEmpty }: CutLimit): Cut | 'more' | 'full' {
    const slices: Buffer[] = []
    let lines = 0
    let bytes = 0
    let lastLine = NOTHING
    let sliceStart = 0
    let at = 0
    let answer: 'more' | 'full' = 'full'
    while (lines < maxLines) {
      const end = pending.indexOf(LINE_FEED, Math.max(at, searched))
      if (end === -1) {
        searched = pending.length
        answer = 'more'
        break
      }
      const length = end - at
      const isBlank = length === 0
      if (isBlank || length > maxLineBytes) {
        if (at > sliceStart) slices.push(pending.subarray(sliceStart, at))
        sliceStart = end + 1
        if (!isBlank) leftOut(length + 1)
      } else {
        if (bytes + length + 1 > maxBytes && !(isEmpty && lines === 0)) break
        lastLine = pending.subarray(at, end)
        seen?.(lastLine)
        lines += 1
        bytes += length + 1
      }
      at = end + 1
    }
    if (at > sliceStart) slices.push(pending.subarray(sliceStart, at))
    const keptSearch = searched
    consume(at)
    if (answer === 'more') searched = Math.max(0, keptSearch - at)
    return lines > 0 ? { slices, lines, bytes, lastLine } : answer
  }

  return {
    push(chunk: Buffer): void {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      skipOverlong()
    },
    take,
    /** What is left of a file that gets no more: a last line without line feed, if it is not too long. */
    takeRest(): Cut | undefined {
      const rest = pending
      if (skipped > 0) leftOut(skipped + rest.length)
      const isLine = rest.length > 0 && skipped === 0
      consumed += skipped
      skipped = 0
      consume(rest.length)
      if (!isLine) return undefined
      seen?.(rest)
      const line = Buffer.concat([rest, Buffer.of(LINE_FEED)])
      return { slices: [line], lines: 1, bytes: line.length, lastLine: rest }
    },
    /** How many bytes have been handed out or passed over. */
    consumed: () => consumed,
    /** How many bytes were pushed and are still waiting for a line feed. */
    waiting: () => pending.length + skipped,
    reset(): void {
      pending = NOTHING
      searched = 0
      skipped = 0
      consumed = 0
    },
  }
}
export type LineCutter = ReturnType<typeof createLineCutter>
