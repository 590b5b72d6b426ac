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

/** How far a batch takes its stream. */
export interface Claim extends StreamName {
  firstSequence: number
  nextSequence: number
  digest: Buffer
  bytes: number
}

export interface MarkPorts {
  /** How far streams have come, and in how many ranges; those that were never seen are left out. */
  marks(streams: readonly StreamName[]): Promise<Array<Mark & { ranges: number }>>
  /** Writes down how far streams come, each of them once. */
  claim(marks: readonly Mark[]): Promise<void>
  /** Forgets the oldest streams of probes that have too many. */
  trim(probeIds: readonly number[]): Promise<void>
}

interface Waiting {
  claim: Claim
  granted: () => void
  refused: (error: unknown) => void
}

/** More than a gateway hears of in an hour; one that is not remembered is read again. */
const STREAMS_KEPT = 50_000
const KEPT_MS = 600_000

/**
 * Writes down how far a stream comes before any of it is stored, so that what a probe is told of its stream is never
 * less than what is in the log. While one statement is under way the next collects, whatever probes they come from;
 * each batch waits for its own.
 */
export function createMarkClaims({ marks, claim, trim }: MarkPorts) {
  /** A mark only grows, so one that is remembered is never too high. */
  const known = new LRUCache<string, { nextSequence: number; ranges: number }>({ max: STREAMS_KEPT, ttl: KEPT_MS })
  let queue: Waiting[] = []
  let isUnderWay = false
  let pendingBytes = 0

  function isTorn({ probeId, stream, firstSequence }: Claim): boolean {
    const { nextSequence, ranges } = known.get(`${probeId}/${stream}`) ?? { nextSequence: 0, ranges: 0 }
    return firstSequence > nextSequence + streamLimits.leap || ranges > streamLimits.ranges
  }

  /** What is not remembered, or is remembered as too low for the batch, is read: another gateway may have been there. */
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

  /** Of each stream only the batch that takes it furthest, and none that takes it nowhere. */
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
    /** Resolves once it is written down; throws a Refusal when the stream cannot go on like that. */
    claim(wanted: Claim): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      queue.push({ claim: wanted, granted: resolve, refused: reject })
      pendingBytes += wanted.bytes
      if (!isUnderWay) void work()
      return promise
    },

    /** These have more holes than their rows should hold. */
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
