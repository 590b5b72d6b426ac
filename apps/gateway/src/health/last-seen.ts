import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import { extendSpans, type HeardSpan } from './heard-spans.ts'

export interface LastSeenPorts {
  /** Stores that these probes have just made a request. */
  touch(probeIds: readonly number[]): Promise<void>
  /** Stores when events of these probes arrived, and the silence that they ended. */
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
  /** Records a request of the probe. */
  note(probeId: number): void
  /** Records that events of the probe were stored. */
  noteEvents(probeId: number): void
  /**
   * How long ago the oldest events were stored that have not been written to the database yet. Writes what is overdue
   * before it answers.
   */
  heardAgeMs(probeId: number): Promise<number | undefined>
  flush(): Promise<void>
}

/** Often enough for a person, seldom enough for ten thousand probes. */
const EVERY_MS = 15_000

/** Every 15 s, writes which probes were seen since the last time and when their events arrived. */
export function createLastSeen({ touch, hear, logger, now = Date.now }: LastSeenPorts): LastSeen {
  let seen = new Set<number>()
  let heard = new Map<number, HeardSpan[]>()
  let written = Promise.resolve()

  /** Runs one write at a time, so that the spans of a probe are written in order. */
  function flush(): Promise<void> {
    const flushed = written.then(flushNow)
    written = flushed.catch(() => undefined)
    return flushed
  }

  async function flushNow(): Promise<void> {
    const [taken, events] = [seen, heard]
    seen = new Set()
    heard = new Map()
    const heardIds = new Set(events.keys())
    try {
      while (events.size > 0) {
        await hear(firstOfEach(events))
        for (const [id, [, ...rest]] of events) {
          if (rest.length > 0) events.set(id, rest)
          else events.delete(id)
        }
      }
      await touch([...taken].filter((id) => !heardIds.has(id)))
    } catch (error) {
      for (const id of taken) seen.add(id)
      for (const [id, spans] of events) heard.set(id, [...spans, ...(heard.get(id) ?? [])])
      throw error
    }
  }

  function firstOfEach(events: ReadonlyMap<number, readonly HeardSpan[]>): Hearing[] {
    const at = now()
    return [...events].flatMap(([probeId, [span]]) =>
      span ? [{ probeId, firstAgeMs: at - span.first, lastAgeMs: at - span.last }] : [],
    )
  }

  const firstAgeMs = (id: number) => {
    const [span] = heard.get(id) ?? []
    return span && now() - span.first
  }
  const watch = createWatch('last seen', flush, logger, { everyMs: EVERY_MS })
  return {
    name: watch.name,
    start: watch.start,
    stop: watch.stop,
    note: (id) => void seen.add(id),
    noteEvents(id) {
      const spans = heard.get(id) ?? []
      extendSpans(spans, now())
      heard.set(id, spans)
    },
    async heardAgeMs(id) {
      if ((firstAgeMs(id) ?? 0) > EVERY_MS) await flush()
      return firstAgeMs(id)
    },
    flush,
  }
}
