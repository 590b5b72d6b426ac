import { HOUR_MS } from './hour.ts'

/** Accepted events should be indexed within this time. */
const SETTLING_MS = 15_000

export type Fate = 'waiting' | 'indexed' | 'dead' | 'expired'

/** The expected values of one probe in one hour, named as in the API. */
export interface ExpectedHour {
  received: number
  indexed: number
  late: number
  missing: number
  given_up: number
  dead_lettered: number
  expired: number
  dropped_packets: number
  silent_seconds: number
}

interface OracleEvent {
  at: number
  fate: Fate
}

interface OracleProbe {
  id: number
  /** By stream, then by number: every number that arrived. */
  streams: Map<string, Map<number, OracleEvent>>
  heardAt: number[]
  drops: { at: number; packets: number }[]
  removedAt: number | undefined
  /** By stream: the numbers that the probe gave up. */
  givenUp: Map<string, Set<number>>
}

export type Oracle = ReturnType<typeof createOracle>

/**
 * Records the fate of every event and report, and derives the expected coverage from it. It works on single events and
 * shares no code with the product.
 */
export function createOracle(silentSeconds: number) {
  const probes = new Map<number, OracleProbe>()

  function probeOf(id: number): OracleProbe {
    let probe = probes.get(id)
    if (!probe) {
      probe = { id, streams: new Map(), heardAt: [], drops: [], removedAt: undefined, givenUp: new Map() }
      probes.set(id, probe)
    }
    return probe
  }

  function eventsOf(id: number, stream: string): Map<number, OracleEvent> {
    const { streams } = probeOf(id)
    const events = streams.get(stream) ?? new Map<number, OracleEvent>()
    streams.set(stream, events)
    return events
  }

  return {
    probeIds: () => [...probes.keys()],
    heard: (id: number, at: number): void => void probeOf(id).heardAt.push(at),
    dropped: (id: number, at: number, packets: number): void => void probeOf(id).drops.push({ at, packets }),
    removed(id: number, at: number): void {
      probeOf(id).removedAt = at
    },
    /** Only the first arrival of a number counts. */
    arrived(id: number, stream: string, sequence: number, at: number, fate: Fate = 'indexed'): void {
      const events = eventsOf(id, stream)
      if (!events.has(sequence)) events.set(sequence, { at, fate })
    },
    gaveUp(id: number, stream: string, sequences: readonly number[]): void {
      const { givenUp } = probeOf(id)
      givenUp.set(stream, new Set([...(givenUp.get(stream) ?? []), ...sequences]))
    },
    became(id: number, stream: string, sequence: number, fate: Fate): void {
      const event = eventsOf(id, stream).get(sequence)
      if (!event) throw new Error(`${sequence} of probe ${id} never arrived`)
      event.fate = fate
    },

    /** Every hour of a probe with data, by its start; includes silences up to `until`. */
    hoursOf(id: number, now: number, until: number = now): Map<number, ExpectedHour> {
      const probe = probeOf(id)
      const hours = new Map<number, ExpectedHour>()
      const add = (at: number, what: keyof ExpectedHour, count: number) => {
        const hour = Math.floor(at / HOUR_MS) * HOUR_MS
        const row = hours.get(hour) ?? nothing()
        row[what] += count
        hours.set(hour, row)
      }
      for (const [stream, events] of probe.streams) {
        for (const { at, fate } of events.values()) {
          add(at, 'received', 1)
          if (fate === 'indexed') add(at, 'indexed', 1)
          if (fate === 'dead') add(at, 'dead_lettered', 1)
          if (fate === 'expired') add(at, 'expired', 1)
          if (fate === 'waiting' && now - at > SETTLING_MS) add(at, 'late', 1)
        }
        for (const [sequence, at] of placesOfMissing(events)) {
          add(at, 'missing', 1)
          // Nothing more can arrive from a removed probe.
          const isGivenUp = probe.removedAt !== undefined || probe.givenUp.get(stream)?.has(sequence)
          if (isGivenUp) add(at, 'given_up', 1)
        }
      }
      for (const { at, packets } of probe.drops) add(at, 'dropped_packets', packets)
      for (const [from, to] of silencesOf(probe, now, silentSeconds)) {
        for (let at = from; at < Math.min(to, until); ) {
          const end = Math.min(Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS, to, until)
          add(at, 'silent_seconds', (end - at) / 1_000)
          at = end
        }
      }
      return hours
    },

    /** Probes that are silent now. */
    silentNow: (now: number): number =>
      [...probes.values()].filter(
        (probe) => probe.removedAt === undefined && silencesOf(probe, now, silentSeconds).some(([, to]) => to === now),
      ).length,
  }
}

/** A missing number counts in the hour of whichever neighbour arrived first. */
function placesOfMissing(events: ReadonlyMap<number, OracleEvent>): [sequence: number, at: number][] {
  const arrived = [...events.keys()].toSorted((one, other) => one - other)
  const places: [number, number][] = []
  for (const [index, sequence] of arrived.entries()) {
    const before = index === 0 ? -1 : (arrived[index - 1] as number)
    const after = events.get(sequence)?.at as number
    const place = before < 0 ? after : Math.min(after, events.get(before)?.at as number)
    for (let missing = before + 1; missing < sequence; missing++) places.push([missing, place])
  }
  return places
}

function silencesOf({ heardAt, removedAt }: OracleProbe, now: number, silentSeconds: number): [number, number][] {
  const times = heardAt.toSorted((one, other) => one - other)
  const end = Math.min(now, removedAt ?? now)
  return times
    .map((at, index): [number, number] => [at, times[index + 1] ?? end])
    .filter(([from, to]) => to - from > silentSeconds * 1_000)
}

export function nothing(): ExpectedHour {
  return {
    received: 0,
    indexed: 0,
    late: 0,
    missing: 0,
    given_up: 0,
    dead_lettered: 0,
    expired: 0,
    dropped_packets: 0,
    silent_seconds: 0,
  }
}
