import { createByteBuffer } from './byte-buffer.ts'

/** Consecutive whole lines of a file, each with its line feed. Valid until the next read. */
export interface Cut {
  /** Lines may be spread over several slices; a slice starts and ends at a line boundary. */
  slices: Buffer[]
  lines: number
  bytes: number
  /** Without its line feed. */
  lastLine: Buffer
}

export interface CutLimit {
  lines: number
  /** Not exceeded, unless `isEmpty` and the first line alone is longer. */
  bytes: number
  /** Whether the batch that the lines are for is still empty. */
  isEmpty: boolean
}

export interface LineCutterOptions {
  /** A longer line is not an event: it is skipped and reported. */
  maxLineBytes: number
  leftOut(bytes: number): void
  /** Called with every line that is returned. */
  seen?: ((line: Buffer) => void) | undefined
}

const LINE_FEED = 0x0a

/**
 * Splits file content into lines. The result does not depend on how the bytes are split into reads, so that reading
 * again from the same place gives the same lines. Empty lines are not events and are skipped.
 */
export function createLineCutter({ maxLineBytes, leftOut, seen }: LineCutterOptions) {
  const pending = createByteBuffer()
  /** The pending bytes before this offset contain no line feed. */
  let searched = 0
  /** Bytes of a line that is already too long and has not ended yet. */
  let skipped = 0
  /** Bytes of the file consumed since the last reset. */
  let consumed = 0

  function consume(bytes: number): void {
    pending.drop(bytes)
    consumed += bytes
    searched = 0
  }

  /** Drops a line that is too long as early as possible, even before its end. */
  function skipOverlong(): void {
    for (;;) {
      const bytes = pending.bytes()
      const end = bytes.indexOf(LINE_FEED, searched)
      const length = end === -1 ? bytes.length : end
      if (skipped + length <= maxLineBytes) return
      if (end === -1) {
        skipped += length
        pending.drop(length)
        searched = 0
        return
      }
      const whole = skipped + end + 1
      consumed += skipped
      skipped = 0
      consume(end + 1)
      leftOut(whole)
    }
  }

  function take({ lines: maxLines, bytes: maxBytes, isEmpty }: CutLimit): Cut | 'more' | 'full' {
    const all = pending.bytes()
    const slices: Buffer[] = []
    let lines = 0
    let bytes = 0
    let lastLine = all.subarray(0, 0)
    let sliceStart = 0
    let at = 0
    let isSearched = false
    while (lines < maxLines) {
      const end = all.indexOf(LINE_FEED, Math.max(at, searched))
      if (end === -1) {
        isSearched = true
        break
      }
      const length = end - at
      const isBlank = length === 0
      if (isBlank || length > maxLineBytes) {
        if (at > sliceStart) slices.push(all.subarray(sliceStart, at))
        sliceStart = end + 1
        if (!isBlank) leftOut(length + 1)
      } else {
        if (bytes + length + 1 > maxBytes && !(isEmpty && lines === 0)) break
        lastLine = all.subarray(at, end)
        seen?.(lastLine)
        lines += 1
        bytes += length + 1
      }
      at = end + 1
    }
    if (at > sliceStart) slices.push(all.subarray(sliceStart, at))
    consume(at)
    if (isSearched) searched = all.length - at
    if (lines > 0) return { slices, lines, bytes, lastLine }
    return isSearched ? 'more' : 'full'
  }

  return {
    /** Buffer for the next read. Lines returned earlier become invalid. */
    room: (bytes: number): Buffer => pending.room(bytes),
    /** Notes that this many bytes were read into the buffer. */
    filled(bytes: number): void {
      pending.filled(bytes)
      skipOverlong()
    },
    take,
    /** The rest of a file that has ended: a last line without line feed, if it is not too long. */
    takeRest(): Cut | undefined {
      const rest = Buffer.from(pending.bytes())
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
    /** Number of bytes returned or skipped. */
    consumed: () => consumed,
    /** Number of bytes that were read and wait for a line feed. */
    waiting: () => pending.bytes().length + skipped,
    reset(): void {
      pending.drop(pending.bytes().length)
      searched = 0
      skipped = 0
      consumed = 0
    },
  }
}
