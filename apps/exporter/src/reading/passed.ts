import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { EventIdentity } from '@watchpost/model'

/** Maximum ranges of one stream. Beyond it the oldest is dropped, and its events may be sent twice. */
const MOST_PIECES = 64
/** Maximum number of streams. */
const MOST_STREAMS = 50_000
/** A stored set that decompresses to more than this was not written by us. */
const MOST_STORED_BYTES = 64 * 1024 ** 2

/** Ranges of sequences as pairs of start (inclusive) and end (exclusive); ascending, and never adjacent. */
type Pieces = number[]

/** Streams with their ranges. */
type Entries = Iterable<readonly [probeId: number, stream: string, pieces: readonly number[]]>

/** Deduplication set: sequences that were seen, by stream. */
export interface Passed {
  /** Adds an event; false when it was already in the set. */
  note(identity: EventIdentity): boolean
  has(identity: EventIdentity): boolean
  /** Adds a range; `to` is exclusive. */
  add(probeId: number, stream: string, from: number, to: number): void
  /** Adds everything from another set. */
  merge(other: Pick<Passed, 'entries'>): void
  entries(): Entries
  streams(): number
  copy(): Passed
  /** Encodes the set for storage. */
  encode(): Buffer
}

/**
 * Tracks which sequences of each stream were seen. The log may hold an event twice, since a probe that got no answer
 * resends it; this set detects the duplicate. A stream is sent with several batches in flight, so its events may be out
 * of order in the log. Therefore the set keeps ranges and not only the highest sequence.
 *
 * Dropping an entry costs a duplicate, which the receiver can detect by its id. Reporting an unseen event as seen would
 * lose it: this never happens.
 */
export function createPassed(): Passed {
  const streams = new Map<number, Map<string, Pieces>>()
  let count = 0

  function piecesOf(probeId: number, stream: string): Pieces {
    let ofProbe = streams.get(probeId)
    if (!ofProbe) {
      ofProbe = new Map()
      streams.set(probeId, ofProbe)
    }
    let pieces = ofProbe.get(stream)
    if (!pieces) {
      if (count >= MOST_STREAMS) forgetOne()
      pieces = []
      ofProbe.set(stream, pieces)
      count++
    }
    return pieces
  }

  function forgetOne(): void {
    for (const [probeId, ofProbe] of streams) {
      for (const stream of ofProbe.keys()) {
        ofProbe.delete(stream)
        count--
        if (ofProbe.size === 0) streams.delete(probeId)
        return
      }
    }
  }

  function add(probeId: number, stream: string, from: number, to: number): void {
    if (to > from) insert(piecesOf(probeId, stream), from, to)
  }

  function* entries(): Generator<[probeId: number, stream: string, pieces: readonly number[]]> {
    for (const [probeId, ofProbe] of streams) for (const [stream, pieces] of ofProbe) yield [probeId, stream, pieces]
  }

  const passed: Passed = {
    note({ probeId, stream, sequence }) {
      const pieces = piecesOf(probeId, stream)
      // Nearly always the next sequence.
      if (pieces.length > 0 && pieces[pieces.length - 1] === sequence) {
        pieces[pieces.length - 1] = sequence + 1
        return true
      }
      if (holds(pieces, sequence)) return false
      insert(pieces, sequence, sequence + 1)
      return true
    },

    has: ({ probeId, stream, sequence }) => holds(streams.get(probeId)?.get(stream) ?? [], sequence),

    add,

    merge(other) {
      for (const [probeId, stream, pieces] of other.entries()) {
        for (let at = 0; at < pieces.length; at += 2) add(probeId, stream, pieces[at] ?? 0, pieces[at + 1] ?? 0)
      }
    },

    entries,
    streams: () => count,

    copy() {
      const copy = createPassed()
      copy.merge(passed)
      return copy
    },

    encode: () =>
      zstdCompressSync(JSON.stringify([...entries()].map(([id, stream, pieces]) => [id, stream, ...pieces]))),
  }
  return passed
}

export function decodePassed(stored: Buffer): Passed {
  const passed = createPassed()
  if (stored.length === 0) return passed
  const text = zstdDecompressSync(stored, { maxOutputLength: MOST_STORED_BYTES }).toString('utf8')
  for (const [probeId, stream, ...pieces] of JSON.parse(text) as [number, string, ...number[]][]) {
    for (let at = 0; at < pieces.length; at += 2) passed.add(probeId, stream, pieces[at] ?? 0, pieces[at + 1] ?? 0)
  }
  return passed
}

/** Index of the first range that ends after the sequence. */
function search(pieces: readonly number[], sequence: number): number {
  let low = 0
  let high = pieces.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle * 2 + 1] ?? 0) > sequence) high = middle
    else low = middle + 1
  }
  return low * 2
}

function holds(pieces: readonly number[], sequence: number): boolean {
  const at = search(pieces, sequence)
  return at < pieces.length && (pieces[at] ?? 0) <= sequence
}

/** Adds a range and merges it with overlapping and adjacent ranges. */
function insert(pieces: Pieces, from: number, to: number): void {
  const first = search(pieces, from - 1)
  let last = first
  let begin = from
  let end = to
  while (last < pieces.length && (pieces[last] ?? 0) <= to) {
    begin = Math.min(begin, pieces[last] ?? begin)
    end = Math.max(end, pieces[last + 1] ?? end)
    last += 2
  }
  pieces.splice(first, last - first, begin, end)
  if (pieces.length > MOST_PIECES * 2) pieces.splice(0, 2)
}
