import { createWatch, type Logger, type Part } from '@watchpost/runtime'

export interface LastSeenPorts {
  /** Writes down that these made a request just now. */
  touch(probeIds: readonly number[]): Promise<void>
  /** Writes down when events of these arrived, and the silence that this ended. */
  hear(hearings: readonly Hearing[]): Promise<void>
  logger: Pick<Logger, 'info' | 'warn'>
  now?: () => number
}

interface Hearing {
  probeId: number
  firstAgeMs: number
  lastAgeMs: number
}

export interface LastSeen extends Part {
  /** The probe made a request. */
  note(probeId: number): void
  /** Events of the probe were stored. */
  noteEvents(probeId: number): void
  /** How long ago its first events were stored of those that are not written down yet. */
  heardAgeMs(probeId: number): number | undefined
  flush(): Promise<void>
}

/** Often enough for a person, seldom enough for ten thousand probes. */
const EVERY_MS = 15_000

/** Writes down, every quarter of a minute, which probes were seen since the last time, and when their events came. */
export function createLastSeen({ touch, hear, logger, now = Date.now }: LastSeenPorts): LastSeen {
  let seen = new Set<number>()
  let heard = new Map<number, { first: number; last: number }>()

  function addHearing(id: number, first: number, last: number): void {
    const known = heard.get(id)
    heard.set(id, known ? { first: Math.min(known.first, first), last: Math.max(known.last, last) } : { first, last })
  }

  async function flush(): Promise<void> {
    const [taken, events] = [seen, heard]
    seen = new Set()
    heard = new Map()
    try {
      const at = now()
      await hear(
        [...events].map(([probeId, { first, last }]) => ({ probeId, firstAgeMs: at - first, lastAgeMs: at - last })),
      )
      await touch([...taken].filter((id) => !events.has(id)))
    } catch (error) {
      for (const id of taken) seen.add(id)
      for (const [id, { first, last }] of events) addHearing(id, first, last)
      throw error
    }
  }

  const watch = createWatch('last seen', flush, logger, { everyMs: EVERY_MS })
  return {
    name: watch.name,
    start: watch.start,
    stop: watch.stop,
    note: (id) => void seen.add(id),
    noteEvents: (id) => addHearing(id, now(), now()),
    heardAgeMs(id) {
      const known = heard.get(id)
      return known && now() - known.first
    },
    flush,
  }
}
