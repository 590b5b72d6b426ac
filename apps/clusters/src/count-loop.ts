import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { type ArrivalPosition, type ArrivalReader, type Reach, readArrivals } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { type Changes, createChanges } from './changed-clusters.ts'
import { clustersOf, tallyName } from './cluster-documents.ts'
import type { Tallies } from './tallies.ts'
import type { ClustersTelemetry } from './telemetry.ts'

export interface CountPorts {
  frontier: { current(): Promise<Reach> }
  /** Alerts by their place in the log. */
  arrivals: ArrivalReader<CountedAlert>
  /** The first and the last day that has alerts. */
  days(): Promise<{ first: string; last: string } | undefined>
  tallies: Tallies
  /** Answers those of which a newer state was there. */
  clusters: { write(clusters: readonly StoredCluster[], stop: AbortSignal): Promise<StoredCluster[]> }
  positions: {
    read(): Promise<{ position: ArrivalPosition; version: number } | 'absent'>
    save(position: ArrivalPosition, expectedVersion: number): Promise<number | 'moved'>
  }
  /** The scorers of the versions of the risk policy that alerts name. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
  telemetry: ClustersTelemetry
}

/** What a batch needs on the way is promoted to the old heap: with 5,000, memory grew by 40 MiB while it caught up. */
const ALERTS_AT_ONCE = 1_000
const TALLIES_AT_ONCE = 1_000

/** For so long another copy that led until now may still write what it had in hand: nothing counts as unchanged. */
const SETTLING_MS = 60_000

type Changed = Awaited<ReturnType<Tallies['add']>>

/**
 * Alerts → clusters. Goes through the alerts in the order of arrival and writes every cluster that they change; its
 * position is written down last. A crash anywhere means that the same alerts are seen again by a process that reads
 * their frames whole: the same clusters come out, and the engine keeps of two states the one that counts more alerts.
 */
export function createCounting(
  ports: CountPorts,
  stop: AbortSignal,
  { settlingMs = SETTLING_MS, now = Date.now }: { settlingMs?: number; now?: () => number } = {},
) {
  const { frontier, arrivals, tallies, clusters, positions, scorers, telemetry } = ports
  const settledAt = now() + settlingMs
  /** Tallies of which the engine has newer clusters: these are written whole until they are accepted. */
  const contested = new Set<string>()
  let state: { position: ArrivalPosition; version: number } | undefined

  /** In pieces: a service that catches up changes ten thousand tallies with one batch of alerts. */
  async function writeInPieces(changed: Changed, changes?: Changes): Promise<void> {
    for (let at = 0; at < changed.length; at += TALLIES_AT_ONCE) {
      await write(changed.slice(at, at + TALLIES_AT_ONCE), changes)
    }
  }

  /** Writes the clusters of tallies, or only what has changed of them. */
  async function write(changed: Changed, changes?: Changes): Promise<void> {
    const versions = changed.flatMap(({ tally }) => [...tally.values()].map(({ policyVersion }) => policyVersion))
    const byVersion = await scorers.of(versions)
    const toWrite = changed.map((each) => {
      const name = tallyName(each.key)
      const all = clustersOf(each.key, each.tally, (version) => byVersion.get(version) as Scorer)
      return { name, clusters: changes && !contested.has(name) ? changes.of(each, all) : all }
    })
    const documents = toWrite.flatMap((each) => each.clusters)
    const olderOnes = new Set(await clusters.write(documents, stop))
    for (const { name, clusters: written } of toWrite) {
      if (written.some((each) => olderOnes.has(each))) contested.add(name)
      else contested.delete(name)
    }
    telemetry.written(documents.length)
  }

  async function advance(position: ArrivalPosition): Promise<void> {
    const version = await positions.save(position, state?.version ?? 0)
    if (version === 'moved') throw new Error('another copy of the service has gone on from here')
    state = { position, version }
  }

  /** Every frame of every day, counted whole: the first time, and whenever the position was forgotten. */
  async function begin({ epoch, offsets }: Reach): Promise<void> {
    const reached = { epoch, offsets }
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
        // Something of the epoch before may still be stored: then it would be missing from the whole.
        if (!reached.isOpen) return false
        await begin(reached)
        return true
      }
      const read = await readArrivals(arrivals, state.position, reached, ALERTS_AT_ONCE)
      if (isSame(read.position, state.position)) return false
      const changes = now() >= settledAt ? createChanges(read.entries) : undefined
      await writeInPieces(await tallies.add(read.entries, read.position), changes)
      await advance(read.position)
      telemetry.counted(read.entries)
      return read.hasMore
    },
  }
}
export type Counting = ReturnType<typeof createCounting>

function isSame(position: ArrivalPosition, other: ArrivalPosition): boolean {
  const { epoch, offsets } = position
  return epoch === other.epoch && [...offsets].every(([partition, offset]) => offset === other.offsets.get(partition))
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < MOST_DAYS; at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

/** A probe whose clock is wrong by centuries must not keep us counting empty days. */
const MOST_DAYS = 5_000
