import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { EventIdentity } from '@watchpost/model'

/** More pieces than this are not kept of one stream: the oldest is forgotten, and what it held may go out twice. */
const MOST_PIECES = 64
/** Nor more streams than this in all. */
const MOST_STREAMS = 50_000
/** A stored form that unpacks to more was not written here. */
const MOST_STORED_BYTES = 64 * 1024 ** 2

/** Sequences as pairs of numbers, from and up to but without; ascending, and never touching each other. */
type Pieces = number[]

/** Streams with their pieces. */
type Entries = Iterable<readonly [probeId: number, stream: string, pieces: readonly number[]]>

/** Sequences that were passed, by stream. */
export interface Passed {
  /** Passes an event; false when it was passed before. */
  note(identity: EventIdentity): boolean
  has(identity: EventIdentity): boolean
  /** Passes a range: from, and up to but without. */
  add(probeId: number, stream: string, from: number, to: number): void
  /** Adds everything that another holds. */
  merge(other: Pick<Passed, 'entries'>): void
  entries(): Entries
  /** How many streams it knows. */
  streams(): number
  copy(): Passed
  /** As it is stored. */
  encode(): Buffer
}

/**
 * Which sequences of each stream were passed. The log may hold an event twice, since a probe that got no answer sends
 * again; by this the second one is known. Streams are sent with several batches under way, so that they may lie in
 * the log out of order: pieces, and not only the highest.
 *
 * To forget costs a repeat, which the receiver can tell by its id. To claim what was not passed would cost an event:
 * nothing here ever does that.
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
      // Nearly always the next one.
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

/** Reads the stored form back. */
export function decodePassed(stored: Buffer): Passed {
  const passed = createPassed()
  if (stored.length === 0) return passed
  const text = zstdDecompressSync(stored, { maxOutputLength: MOST_STORED_BYTES }).toString('utf8')
  for (const [probeId, stream, ...pieces] of JSON.parse(text) as [number, string, ...number[]][]) {
    for (let at = 0; at < pieces.length; at += 2) passed.add(probeId, stream, pieces[at] ?? 0, pieces[at + 1] ?? 0)
  }
  return passed
}

/** The place of the first piece that ends behind the sequence. */
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

/** Adds a range; what it touches becomes one piece with it. */
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
