import type { CountedAlert, ScanRequest } from '@watchpost/engine'
import { type ArrivalPosition, frameEnd, frameStart, frequencies, type Frequency } from '@watchpost/model'
import { LRUCache } from 'lru-cache'
import type { TallyKey } from './cluster-documents.ts'
import { addressesOf, count, type Tally } from './tally.ts'

export interface AlertReader {
  /** In order of time. */
  scan(request: ScanRequest): AsyncIterable<CountedAlert[]>
  count(request: ScanRequest): Promise<number>
}

/** Cache of tallies, so that IP addresses with further alerts need not be read again. When full, it takes 17 MiB. */
const KEPT_BYTES = 8_000_000
const IPS_AT_ONCE = 500
/** A day with more alerts is read in several passes, each for a share of the IP addresses, to bound memory. */
const ALERTS_PER_PASS = 200_000

/** The tallies of one IP address on one day: of the day, and of each hour that has alerts. */
type DayOfAddress = Map<string, Tally>

/**
 * Tallies of frames. All tallies of an IP address and a day are read from the alerts when one of them is first touched,
 * up to a position of the log. Alerts after that position are then counted one by one. A new process starts empty and
 * reads again: there is no persistent counter that could drift.
 */
export function createTallies(reader: AlertReader, keptBytes = KEPT_BYTES) {
  const cache = new LRUCache<string, DayOfAddress>({ maxSize: keptBytes, sizeCalculation: bytesOf })

  /** The cache does not measure an object again when it is set again. Delete it first, so that its growth counts. */
  function keep(name: string, tallies: DayOfAddress): void {
    cache.delete(name)
    cache.set(name, tallies)
  }

  /** Reads all alerts of the IP addresses that are not cached. */
  async function read(day: string, ips: readonly string[], below: ArrivalPosition): Promise<Map<string, DayOfAddress>> {
    const found = new Map<string, DayOfAddress>()
    for (let at = 0; at < ips.length; at += IPS_AT_ONCE) {
      const chunk = ips.slice(at, at + IPS_AT_ONCE)
      for (const [ip, tallies] of await tallyDay(reader, day, below, chunk)) found.set(ip, tallies)
    }
    return found
  }

  return {
    /**
     * Counts alerts before a position, all of them new since the previous position; returns every tally that they
     * changed.
     */
    async add(alerts: readonly CountedAlert[], below: ArrivalPosition): Promise<{ key: TallyKey; tally: Tally }[]> {
      const changed: { key: TallyKey; tally: Tally }[] = []
      for (const [day, ofDay] of Map.groupBy(alerts, dayOf)) {
        const byAddress = groupByAddress(ofDay)
        const unknown = [...byAddress.keys()].filter((ip) => !cache.has(nameOf(day, ip)))
        // Get them now, before reading evicts them from the cache.
        const known = new Map([...byAddress.keys()].map((ip) => [ip, cache.get(nameOf(day, ip))]))
        const whole = await read(day, unknown, below)
        for (const [ip, own] of byAddress) {
          const tallies = known.get(ip)
          if (tallies) for (const alert of own) countInto(tallies, ip, alert)
          // Tallies that were just read already contain these alerts.
          const present = tallies ?? whole.get(ip)
          if (!present) throw new Error(`alerts of ${ip} on ${day} are not found again`)
          keep(nameOf(day, ip), present)
          changed.push(...touchedOf(ip, own, present))
        }
      }
      return changed
    },

    /** All tallies of a day: those of an hour as soon as it is complete, those of the day at its end. */
    async *ofDay(day: string, below: ArrivalPosition): AsyncGenerator<{ key: TallyKey; tally: Tally }> {
      const from = `${day}T00:00:00.000Z`
      const to = frameEnd(from, 'day')
      const passes = Math.max(1, Math.ceil((await reader.count({ from, to, below })) / ALERTS_PER_PASS))
      for (let pass = 0; pass < passes; pass++) {
        const isOfPass = (ip: string) => passes === 1 || hashOf(ip) % passes === pass
        yield* readDay(reader.scan({ from, to, below }), isOfPass)
      }
    },
  }
}
export type Tallies = ReturnType<typeof createTallies>

/** Alerts come in order of time, so an hour is complete when the next one begins. */
async function* readDay(
  pages: AsyncIterable<CountedAlert[]>,
  isWanted: (ip: string) => boolean,
): AsyncGenerator<{ key: TallyKey; tally: Tally }> {
  const frames = { hour: new Map<string, Tally>(), day: new Map<string, Tally>() }
  const starts = { hour: '', day: '' }
  for await (const alerts of pages) {
    for (const alert of alerts) {
      for (const frequency of frequencies) {
        const start = frameStart(alert['@timestamp'], frequency)
        if (start !== starts[frequency]) yield* drain(frames[frequency], frequency, starts[frequency])
        starts[frequency] = start
        for (const ip of addressesOf(alert)) {
          if (!isWanted(ip)) continue
          const tally = frames[frequency].get(ip) ?? new Map()
          frames[frequency].set(ip, tally)
          count(tally, ip, alert)
        }
      }
    }
  }
  for (const frequency of frequencies) yield* drain(frames[frequency], frequency, starts[frequency])
}

function* drain(tallies: Map<string, Tally>, frequency: Frequency, start: string) {
  for (const [ip, tally] of tallies) yield { key: { ip, frequency, start }, tally }
  tallies.clear()
}

function hashOf(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash >>> 0
}

async function tallyDay(
  reader: AlertReader,
  day: string,
  below: ArrivalPosition,
  ips: readonly string[],
): Promise<Map<string, DayOfAddress>> {
  const from = `${day}T00:00:00.000Z`
  const wanted = new Set(ips)
  const found = new Map<string, DayOfAddress>()
  for await (const alerts of reader.scan({ from, to: frameEnd(from, 'day'), below, ips })) {
    for (const alert of alerts) {
      for (const ip of addressesOf(alert)) {
        if (!wanted.has(ip)) continue
        const tallies = found.get(ip) ?? new Map<string, Tally>()
        found.set(ip, tallies)
        countInto(tallies, ip, alert)
      }
    }
  }
  return found
}

function countInto(tallies: DayOfAddress, ip: string, alert: CountedAlert): void {
  for (const { frequency, start } of keysOf(ip, alert)) {
    const name = frameName(frequency, start)
    const tally = tallies.get(name) ?? new Map()
    tallies.set(name, tally)
    count(tally, ip, alert)
  }
}

function dayOf(alert: CountedAlert): string {
  return alert['@timestamp'].slice(0, 10)
}

function groupByAddress(alerts: readonly CountedAlert[]): Map<string, CountedAlert[]> {
  const groups = new Map<string, CountedAlert[]>()
  for (const alert of alerts) {
    for (const ip of addressesOf(alert)) {
      const own = groups.get(ip) ?? []
      own.push(alert)
      groups.set(ip, own)
    }
  }
  return groups
}

/** The tallies of an IP address in which these alerts count, each once. */
function touchedOf(ip: string, alerts: readonly CountedAlert[], tallies: DayOfAddress) {
  const keys = new Map(
    alerts.flatMap((alert) => keysOf(ip, alert)).map((key) => [frameName(key.frequency, key.start), key]),
  )
  return [...keys].flatMap(([name, key]) => {
    const tally = tallies.get(name)
    return tally ? [{ key, tally }] : []
  })
}

/**
 * Measured: an IP address on a day takes 300 bytes, each of its frames 200, each side and probe in it 700, each name
 * and peer 80.
 */
function bytesOf(tallies: DayOfAddress): number {
  let bytes = 300
  for (const tally of tallies.values()) {
    bytes += 200
    for (const { names, peers } of tally.values()) bytes += 700 + 80 * (names.size + peers.size)
  }
  return bytes
}

function keysOf(ip: string, alert: CountedAlert): TallyKey[] {
  return frequencies.map((frequency) => ({ ip, frequency, start: frameStart(alert['@timestamp'], frequency) }))
}

function frameName(frequency: Frequency, start: string): string {
  return `${frequency}|${start}`
}

function nameOf(day: string, ip: string): string {
  return `${day}|${ip}`
}
