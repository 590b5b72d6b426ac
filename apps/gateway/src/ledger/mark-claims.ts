import { LRUCache } from 'lru-cache'
import { Refusal } from '../refusal.ts'
import { streamLimits } from './stream-limits.ts'

export interface StreamName {
  probeId: number
  stream: string
}

export interface Mark extends StreamName {
  nextSequence: number
  digest: Buffer | null
}

/** The high-water mark that a batch gives its stream. */
export interface Claim extends StreamName {
  firstSequence: number
  nextSequence: number
  digest: Buffer
  bytes: number
}

export interface MarkPorts {
  /** High-water marks of streams and the number of their ranges; unknown streams are left out. */
  marks(streams: readonly StreamName[]): Promise<Array<Mark & { ranges: number }>>
  /** Stores the high-water marks, each stream once. */
  claim(marks: readonly Mark[]): Promise<void>
  /** Deletes the oldest streams of probes that have too many. */
  trim(probeIds: readonly number[]): Promise<void>
}

interface Waiting {
  claim: Claim
  granted: () => void
  refused: (error: unknown) => void
}

/** More streams than a gateway sees in an hour; a stream that was evicted is read again. */
const STREAMS_KEPT = 50_000
const KEPT_MS = 600_000

/**
 * Writes the high-water mark of a stream before any of its events are stored, so that the mark a probe reads is never
 * lower than what is in the log. Claims of all probes are collected while a statement runs and go into the next one;
 * each batch waits for its own claim.
 */
export function createMarkClaims({ marks, claim, trim }: MarkPorts) {
  /** A mark only grows, so a cached mark is never too high. */
  const known = new LRUCache<string, { nextSequence: number; ranges: number }>({ max: STREAMS_KEPT, ttl: KEPT_MS })
  let queue: Waiting[] = []
  let isUnderWay = false
  let pendingBytes = 0

  function isTorn({ probeId, stream, firstSequence }: Claim): boolean {
    const { nextSequence, ranges } = known.get(`${probeId}/${stream}`) ?? { nextSequence: 0, ranges: 0 }
    return firstSequence > nextSequence + streamLimits.leap || ranges > streamLimits.ranges
  }

  /** Reads marks that are not cached, or that are too low for the batch: another gateway may have advanced them. */
  async function read(claims: readonly Claim[]): Promise<void> {
    const unsure = new Map<string, StreamName>()
    for (const each of claims) {
      const name = `${each.probeId}/${each.stream}`
      if (!known.has(name) || isTorn(each)) unsure.set(name, each)
    }
    for (const { probeId, stream, nextSequence, ranges } of await marks([...unsure.values()])) {
      known.set(`${probeId}/${stream}`, { nextSequence, ranges })
    }
  }

  /** For each stream, only the batch with the highest number, and none that does not advance the stream. */
  function furthest(claims: readonly Claim[]): Claim[] {
    const found = new Map<string, Claim>()
    for (const each of claims) {
      const name = `${each.probeId}/${each.stream}`
      const highest = found.get(name)?.nextSequence ?? known.get(name)?.nextSequence ?? 0
      if (each.nextSequence > highest) found.set(name, each)
    }
    return [...found.values()]
  }

  async function settle(taken: readonly Waiting[]): Promise<void> {
    try {
      await read(taken.map((each) => each.claim))
      const [torn, whole] = [taken.filter((each) => isTorn(each.claim)), taken.filter((each) => !isTorn(each.claim))]
      const growing = furthest(whole.map((each) => each.claim))
      if (growing.length > 0) await claim(growing)
      const begun = growing.filter(({ probeId, stream }) => !known.has(`${probeId}/${stream}`))
      if (begun.length > 0) await trim([...new Set(begun.map(({ probeId }) => probeId))])
      for (const { probeId, stream, nextSequence } of growing) {
        const ranges = known.get(`${probeId}/${stream}`)?.ranges ?? 0
        known.set(`${probeId}/${stream}`, { nextSequence, ranges })
      }
      for (const each of whole) each.granted()
      for (const each of torn) each.refused(tornStream())
    } catch (error) {
      const refusal = new Refusal('store-unavailable', 'Send the batch again.', { cause: error })
      for (const each of taken) each.refused(refusal)
    }
  }

  async function work(): Promise<void> {
    isUnderWay = true
    while (queue.length > 0) {
      const taken = queue
      queue = []
      await settle(taken)
      for (const each of taken) pendingBytes -= each.claim.bytes
    }
    isUnderWay = false
  }

  return {
    /**
     * Resolves once the mark is written; throws a Refusal when the batch leaves too large a gap or the stream has too
     * many.
     */
    claim(wanted: Claim): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      queue.push({ claim: wanted, granted: resolve, refused: reject })
      pendingBytes += wanted.bytes
      if (!isUnderWay) void work()
      return promise
    },

    /** Notes streams that have more gaps than their rows should hold. */
    noteCrowded(streams: readonly StreamName[]): void {
      for (const { probeId, stream } of streams) {
        const name = `${probeId}/${stream}`
        const nextSequence = known.get(name)?.nextSequence ?? 0
        known.set(name, { nextSequence, ranges: streamLimits.ranges + 1 })
      }
    },

    /** Bytes of batches that wait for their mark. */
    pendingBytes: (): number => pendingBytes,
  }
}
export type MarkClaims = ReturnType<typeof createMarkClaims>

export function tornStream(): Refusal {
  return new Refusal('stream-torn', 'Begin a new stream, and number the events that were not stored from 0.')
}
