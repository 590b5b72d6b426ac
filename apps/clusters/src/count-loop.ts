import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { type ArrivalPosition, type ArrivalReader, type Arrivals, type Reach, readArrivals } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { onlyChanged } from './changed-clusters.ts'
import { clustersOf, tallyName } from './cluster-documents.ts'
import type { ChangedTally, FrameTally, Tallies } from './tallies.ts'
import type { ClustersTelemetry } from './telemetry.ts'

export interface CountPorts {
  frontier: { current(): Promise<Reach> }
  /** Alerts by their position in the log. */
  arrivals: ArrivalReader<CountedAlert>
  /** The first and the last day with alerts. */
  days(): Promise<{ first: string; last: string } | undefined>
  tallies: Tallies
  /** Returns the clusters for which the engine has a newer version. */
  clusters: { write(clusters: readonly StoredCluster[], stop: AbortSignal): Promise<StoredCluster[]> }
  positions: {
    read(): Promise<{ position: ArrivalPosition; version: number } | 'absent'>
    save(position: ArrivalPosition, expectedVersion: number): Promise<number | 'moved'>
  }
  /** The scorers for the risk policy versions that alerts refer to. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
  telemetry: ClustersTelemetry
}

/**
 * The alerts of a batch. An IP address with many alerts is in most batches, and is often read again for each: small
 * batches are slow while catching up. A batch also bounds how long a former leader goes on.
 */
const ALERTS_AT_ONCE = 5_000
const PER_PAGE = 1_000
const TALLIES_AT_ONCE = 1_000

/** For this long, a previous leader may still finish its last write: no cluster counts as unchanged. */
const SETTLING_MS = 60_000

interface CountOptions {
  settlingMs?: number
  atOnce?: number
  perPage?: number
  now?: () => number
}

/**
 * Counts alerts into clusters. Reads the alerts in the order of arrival, writes every cluster that they change, and
 * stores its position last. After a crash, the next process reads the same alerts again, together with their whole
 * frames. The resulting clusters are the same, and of two versions the engine keeps the one with more alerts.
 */
export function createCounting(
  ports: CountPorts,
  stop: AbortSignal,
  { settlingMs = SETTLING_MS, atOnce = ALERTS_AT_ONCE, perPage = PER_PAGE, now = Date.now }: CountOptions = {},
) {
  const { frontier, arrivals, tallies, clusters, positions, scorers, telemetry } = ports
  const settledAt = now() + settlingMs
  /** Tallies for which the engine has newer clusters: all of their clusters are written until they are accepted. */
  const contested = new Set<string>()
  let state: { position: ArrivalPosition; version: number } | undefined

  /** The next alerts up to the reach, page by page: a page takes much more memory than its alerts. */
  async function readBatch(from: ArrivalPosition, reached: Reach) {
    const entries: CountedAlert[] = []
    let read: Omit<Arrivals<CountedAlert>, 'entries'> = { position: from, hasMore: true }
    while (read.hasMore && entries.length < atOnce) {
      const page = await readArrivals(arrivals, read.position, reached, perPage)
      entries.push(...page.entries)
      read = page
    }
    return { entries, position: read.position, hasMore: read.hasMore }
  }

  /** Writes the clusters of tallies: all of them, or those that were chosen. */
  async function write<T extends FrameTally>(
    tallied: readonly T[],
    choose: (each: T, clusters: StoredCluster[]) => StoredCluster[] = (_, clusters) => clusters,
  ): Promise<void> {
    const versions = tallied.flatMap(({ tally }) => [...tally.values()].map(({ policyVersion }) => policyVersion))
    const byVersion = await scorers.of(versions)
    const toWrite = tallied.map((each) => {
      const name = tallyName(each.key)
      const all = clustersOf(each.key, each.tally, (version) => byVersion.get(version) as Scorer)
      return { name, clusters: contested.has(name) ? all : choose(each, all) }
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
    if (version === 'moved') throw new Error('another replica of the service has moved the position')
    state = { position, version }
  }

  /** Counts every frame of every day: on the first start, and whenever the position was reset. */
  async function begin({ epoch, offsets }: Reach): Promise<void> {
    const reached = { epoch, offsets }
    const days = await ports.days()
    for (const day of days ? daysBetween(days.first, days.last) : []) {
      let batch: FrameTally[] = []
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
    /** One round: counts new alerts, if any. Returns true if there may be more already. */
    async tick(): Promise<boolean> {
      const reached = await frontier.current()
      if (!state) {
        const known = await positions.read()
        if (known !== 'absent') state = known
      }
      if (!state) {
        // Alerts of the previous epoch may still be stored: they would be missing from the full count.
        if (!reached.isOpen) return false
        await begin(reached)
        return true
      }
      const read = await readBatch(state.position, reached)
      if (isSame(read.position, state.position)) return false
      const choose = now() >= settledAt ? onlyChanged : undefined
      for await (const changed of tallies.add(read.entries, read.position)) await write<ChangedTally>(changed, choose)
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

/** A probe whose clock is wrong by centuries must not make us count empty days. */
const MOST_DAYS = 5_000
