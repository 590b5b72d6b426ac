import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { type ArrivalVector, type LogRange, positionAfter, rangesBetween } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { clustersOf } from './cluster-documents.ts'
import type { Tallies } from './tallies.ts'
import type { AnalyzerTelemetry } from './telemetry.ts'

export interface AnalyzePorts {
  frontier: { current(): Promise<ArrivalVector> }
  /** Alerts of these ranges, by partition and offset: the first so many. */
  arrived(ranges: readonly LogRange[], limit: number): Promise<CountedAlert[]>
  /** The first and the last day that has alerts. */
  days(): Promise<{ first: string; last: string } | undefined>
  tallies: Tallies
  clusters: { write(clusters: readonly StoredCluster[], stop: AbortSignal): Promise<void> }
  positions: {
    read(): Promise<{ position: ArrivalVector; version: number } | 'absent'>
    save(position: ArrivalVector, expectedVersion: number): Promise<number | 'moved'>
  }
  /** The scorers of the versions of the risk policy that alerts name. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
  telemetry: AnalyzerTelemetry
}

const ALERTS_AT_ONCE = 5_000
const RANGES_AT_ONCE = 256
const TALLIES_AT_ONCE = 2_000

type Changed = Awaited<ReturnType<Tallies['add']>>

/**
 * Alerts → clusters. Goes through the alerts in the order of arrival and writes anew every cluster that they count in;
 * its position is written down last. A crash anywhere means that the same alerts are seen again by a process that reads
 * their frames whole: the same clusters come out, and the engine keeps of two states the one that counts more alerts.
 */
export function createAnalysis(ports: AnalyzePorts, stop: AbortSignal) {
  const { frontier, arrived, tallies, clusters, positions, scorers, telemetry } = ports
  let state: { position: ArrivalVector; version: number } | undefined

  /** In pieces: an analyzer that catches up changes ten thousand tallies with one batch of alerts. */
  async function writeInPieces(changed: Changed): Promise<void> {
    for (let at = 0; at < changed.length; at += TALLIES_AT_ONCE) await write(changed.slice(at, at + TALLIES_AT_ONCE))
  }

  async function write(changed: Changed): Promise<void> {
    const versions = changed.flatMap(({ tally }) => [...tally.values()].map(({ policyVersion }) => policyVersion))
    const byVersion = await scorers.of(versions)
    const documents = changed.flatMap(({ key, tally }) =>
      clustersOf(key, tally, (version) => byVersion.get(version) as Scorer),
    )
    await clusters.write(documents, stop)
    telemetry.written(documents.length)
  }

  async function advance(position: ArrivalVector): Promise<void> {
    const version = await positions.save(position, state?.version ?? 0)
    if (version === 'moved') throw new Error('another analyzer has gone on from here')
    state = { position, version }
  }

  /** Every frame of every day, counted whole: the first time, and whenever the position was forgotten. */
  async function begin(reached: ArrivalVector): Promise<void> {
    const days = await ports.days()
    for (const day of days ? daysBetween(days.first, days.last) : []) {
      let batch: Changed = []
      for await (const each of tallies.ofDay(day, reached)) {
        batch.push(each)
        if (batch.length < TALLIES_AT_ONCE) continue
        await write(batch)
        batch = []
        stop.throwIfAborted()
      }
      await write(batch)
      telemetry.rebuilt(day)
    }
    await advance(reached)
  }

  return {
    /** One look: counts what has arrived, if anything has. Answers whether there may be more right away. */
    async tick(): Promise<boolean> {
      const reached = await frontier.current()
      if (!state) {
        const known = await positions.read()
        if (known !== 'absent') state = known
      }
      if (!state) {
        await begin(reached)
        return true
      }
      const ranges = rangesBetween(state.position, reached).slice(0, RANGES_AT_ONCE)
      if (ranges.length === 0) return false
      const alerts = await arrived(ranges, ALERTS_AT_ONCE)
      const isCut = alerts.length === ALERTS_AT_ONCE
      const position = positionAfter(state.position, ranges, isCut ? alerts.at(-1)?.ingest : undefined)
      await writeInPieces(await tallies.add(alerts, position))
      await advance(position)
      telemetry.counted(alerts)
      return isCut
    },
  }
}
export type Analysis = ReturnType<typeof createAnalysis>

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < MOST_DAYS; at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

/** A probe whose clock is wrong by centuries must not keep us counting empty days. */
const MOST_DAYS = 5_000
