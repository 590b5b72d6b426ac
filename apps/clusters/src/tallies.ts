import type { CountedAlert, ScanRequest } from '@watchpost/engine'
import { type ArrivalPosition, frameEnd, frameStart, frequencies, type Frequency } from '@watchpost/model'
import { LRUCache } from 'lru-cache'
import type { TallyKey } from './cluster-documents.ts'
import { addressesOf, count, type Tally } from './tally.ts'

/** The tally of an IP address in a frame. */
export interface FrameTally {
  key: TallyKey
  tally: Tally
}

/** A tally, and the alerts of a batch that count in it. */
export interface ChangedTally extends FrameTally {
  added: CountedAlert[]
}

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

  /** Counts the alerts of some IP addresses on one day; returns every tally that they changed. */
  async function addOf(
    day: string,
    byAddress: readonly [ip: string, alerts: CountedAlert[]][],
    below: ArrivalPosition,
  ): Promise<ChangedTally[]> {
    // Get them now, before reading evicts them from the cache.
    const known = new Map(byAddress.map(([ip]) => [ip, cache.get(nameOf(day, ip))]))
    const unknown = byAddress.map(([ip]) => ip).filter((ip) => !known.get(ip))
    const whole = unknown.length > 0 ? await tallyDay(reader, day, below, unknown) : undefined
    return byAddress.flatMap(([ip, own]) => {
      const tallies = known.get(ip)
      if (tallies) for (const alert of own) countInto(tallies, ip, alert)
      // Tallies that were just read already contain these alerts.
      const present = tallies ?? whole?.get(ip)
      if (!present) throw new Error(`alerts of ${ip} on ${day} are not found again`)
      keep(nameOf(day, ip), present)
      return changedOf(ip, own, present)
    })
  }

  return {
    /**
     * Counts alerts before a position, all of them new since the previous position. Yields every tally that they
     * changed, for some IP addresses at a time: the tallies of many alerts would take too much memory at once.
     */
    async *add(alerts: readonly CountedAlert[], below: ArrivalPosition): AsyncGenerator<ChangedTally[]> {
      for (const [day, ofDay] of Map.groupBy(alerts, dayOf)) {
        const byAddress = [...groupByAddress(ofDay)]
        for (let at = 0; at < byAddress.length; at += IPS_AT_ONCE) {
          yield await addOf(day, byAddress.slice(at, at + IPS_AT_ONCE), below)
        }
      }
    },

    /** All tallies of some IP addresses on a day, read again: the alerts that were counted may have changed. */
    async again(day: string, ips: readonly string[], below: ArrivalPosition): Promise<FrameTally[]> {
      const whole = await tallyDay(reader, day, below, ips)
      return [...whole].flatMap(([ip, tallies]) => {
        if (cache.has(nameOf(day, ip))) keep(nameOf(day, ip), tallies)
        return [...tallies].map(([name, tally]) => ({ key: { ip, ...frameOf(name) }, tally }))
      })
    },

    /** All tallies of a day: those of an hour as soon as it is complete, those of the day at its end. */
    async *ofDay(day: string, below: ArrivalPosition): AsyncGenerator<FrameTally> {
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
): AsyncGenerator<FrameTally> {
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
  for (const frequency of frequencies) {
    const name = frameName(frequency, frameStart(alert['@timestamp'], frequency))
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
function changedOf(ip: string, alerts: readonly CountedAlert[], tallies: DayOfAddress): ChangedTally[] {
  return frequencies.flatMap((frequency) =>
    [...Map.groupBy(alerts, (alert) => frameStart(alert['@timestamp'], frequency))].flatMap(([start, added]) => {
      const tally = tallies.get(frameName(frequency, start))
      return tally ? [{ key: { ip, frequency, start }, tally, added }] : []
    }),
  )
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

function frameName(frequency: Frequency, start: string): string {
  return `${frequency}|${start}`
}

function frameOf(name: string): Pick<TallyKey, 'frequency' | 'start'> {
  const at = name.indexOf('|')
  return { frequency: name.slice(0, at) as Frequency, start: name.slice(at + 1) }
}

function nameOf(day: string, ip: string): string {
  return `${day}|${ip}`
}
