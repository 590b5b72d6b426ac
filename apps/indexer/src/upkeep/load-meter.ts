import type { PartitionProgress } from '@watchpost/log'

export interface LoadPorts {
  /** By partition, the committed offset of all indexers and the end of the log. */
  progress(): Promise<ReadonlyMap<number, PartitionProgress>>
  /** CPU share of the busiest node of the engine; undefined if unknown. */
  processorShare(): Promise<number | undefined>
}

export interface Load {
  /** Events in the log that are not stored yet. */
  unread: number
  /** Events per second that all indexers together store; undefined before the second look. */
  eventsPerSecond: number | undefined
  /** Events per second stored under a constant backlog; undefined before that has happened. */
  capacity: number | undefined
  /** Used share of the capacity, from 0 on; undefined while unknown. */
  share: number | undefined
}

interface Sample {
  at: number
  stored: number
  unread: number
  processorShare: number | undefined
}

export type LoadMeter = ReturnType<typeof createLoadMeter>

/** Batches are committed as a whole: over a shorter time the rate would jump with each of them. */
const WINDOW_MS = 12_000
/** Saturated: at every look of a whole window, at least this many seconds of work and this many events waited. */
const WAITING_SECONDS = 2
const WAITING_EVENTS = 5_000
/** How fast the capacity follows a lower rate, per look. Some low rates have a temporary cause. */
const FALL = 0.1

/**
 * Measures load. The capacity is the rate of storing while the indexers were saturated, by any bottleneck. Load is the
 * current rate as a share of it, but at most the CPU share in use: spare CPU time means spare capacity, and a capacity
 * that was measured with a cold engine or few busy partitions is too low. Before the first saturation, the CPU share
 * alone is used.
 */
export function createLoadMeter({ progress, processorShare }: LoadPorts, now: () => number = Date.now) {
  let samples: Sample[] = []
  let capacity: number | undefined

  async function take(): Promise<Sample> {
    const partitions = [...(await progress()).values()]
    const at = now()
    return {
      at,
      stored: partitions.reduce((sum, { committed }) => sum + committed, 0),
      unread: partitions.reduce((sum, { committed, end }) => sum + Math.max(0, end - committed), 0),
      // Without the engine, the log still shows how far behind the indexers are.
      processorShare: await processorShare().catch(() => undefined),
    }
  }

  function note(sample: Sample): void {
    // Offsets never go back, except in a new log.
    if (sample.stored < (samples.at(-1)?.stored ?? 0)) samples = []
    samples.push(sample)
    // The remaining samples span a whole window, even if looks are slow on a busy machine.
    while (samples[1] && sample.at - samples[1].at >= WINDOW_MS) samples.shift()
  }

  function eventsPerSecond(): number | undefined {
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last || last.at === first.at) return undefined
    return ((last.stored - first.stored) * 1_000) / (last.at - first.at)
  }

  function isSaturated(rate: number): boolean {
    // A rate of zero means that a server is unreachable, which says nothing about the capacity.
    return rate > 0 && samples.every(({ unread }) => unread >= Math.max(WAITING_EVENTS, WAITING_SECONDS * rate))
  }

  function noteCapacity(rate: number): void {
    const spanMs = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)
    if (spanMs < WINDOW_MS) return
    if (capacity === undefined) capacity = isSaturated(rate) ? rate : undefined
    else if (rate > capacity) capacity = rate
    else if (isSaturated(rate)) capacity += (rate - capacity) * FALL
  }

  return {
    /** Resets the rate but not the capacity. Call it after a time without looks. */
    restart(): void {
      samples = []
    },

    async measure(): Promise<Load> {
      note(await take())
      const rate = eventsPerSecond()
      if (rate !== undefined) noteCapacity(rate)
      const shares = [
        meanOf(samples.flatMap((sample) => sample.processorShare ?? [])),
        rate !== undefined && capacity !== undefined ? rate / capacity : undefined,
      ].filter((share) => share !== undefined)
      return {
        unread: samples.at(-1)?.unread ?? 0,
        eventsPerSecond: rate,
        capacity,
        share: shares.length > 0 ? Math.min(...shares) : undefined,
      }
    },
  }
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length > 0 ? values.reduce((sum, each) => sum + each, 0) / values.length : undefined
}
