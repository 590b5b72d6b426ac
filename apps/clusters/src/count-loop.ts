import type { CountedAlert, StoredCluster } from '@watchpost/engine'
import { type ArrivalPosition, type ArrivalReader, type Arrivals, type Reach, readArrivals } from '@watchpost/model'
import type { Scorer } from '@watchpost/risk'
import { onlyChanged } from './changed-clusters.ts'
import { clustersOf } from './cluster-documents.ts'
import { createVersions } from './cluster-versions.ts'
import { createRecount, type RecountPorts } from './recount.ts'
import type { ChangedTally, FrameTally } from './tallies.ts'

export interface CountPorts extends RecountPorts {
  frontier: { current(): Promise<Reach> }
  /** Alerts by their position in the log. */
  arrivals: ArrivalReader<CountedAlert>
  /** The first and the last day with alerts. */
  days(): Promise<{ first: string; last: string } | undefined>
  /** Returns the number of clusters for which the engine has a higher version. */
  clusters: { write(clusters: readonly StoredCluster[], version: number, stop: AbortSignal): Promise<number> }
  positions: {
    /** Takes a higher term than every leader before. */
    begin(): Promise<{ term: number; position?: ArrivalPosition }>
    /** Returns false if another leader has begun. */
    save(position: ArrivalPosition, term: number): Promise<boolean>
  }
  /** The scorers for the risk policy versions that alerts refer to. */
  scorers: { of(versions: Iterable<number>): Promise<ReadonlyMap<number, Scorer>> }
}

/**
 * The alerts of a batch. An IP address with many alerts is in most batches, and is often read again for each: small
 * batches are slow while catching up. A batch also bounds how long a former leader goes on.
 */
const ALERTS_AT_ONCE = 5_000
const PER_PAGE = 1_000
const TALLIES_AT_ONCE = 1_000

export interface CountOptions {
  atOnce?: number
  perPage?: number
  recountsAtOnce?: number
}

/** The term of this leader, the versions of its clusters, and its position: absent until everything is counted once. */
interface Leadership {
  term: number
  nextVersion: () => number
  /** Clusters are scored by this version of the risk policy, or by a newer one of their alerts. */
  leastPolicy: number
  position?: ArrivalPosition
}

/**
 * Counts alerts into clusters. Reads the alerts in the order of arrival, writes every cluster that they change, and
 * stores its position last. After a crash, the next process reads the same alerts again, together with their whole
 * frames, and the resulting clusters are the same. Versions and position belong to the term of the leader, so that a
 * former leader that is late changes nothing.
 */
export function createCounting(
  ports: CountPorts,
  stop: AbortSignal,
  { atOnce = ALERTS_AT_ONCE, perPage = PER_PAGE, recountsAtOnce }: CountOptions = {},
) {
  const { frontier, arrivals, tallies, clusters, positions, recounts, scorers, telemetry } = ports
  const recountSome = createRecount(ports, recountsAtOnce)
  let leadership: Leadership | undefined

  /** The policy is read in each round, before anything is written: a request to count all clusters may change it. */
  async function lead(): Promise<Leadership> {
    if (!leadership) {
      const begun = await positions.begin()
      leadership = { ...begun, nextVersion: createVersions(begun.term), leastPolicy: 1 }
    }
    leadership.leastPolicy = (await recounts.current()).policyVersion
    return leadership
  }

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
    { nextVersion, leastPolicy }: Leadership,
    tallied: readonly T[],
    choose: (each: T, clusters: StoredCluster[]) => StoredCluster[] = (_, all) => all,
  ): Promise<void> {
    const versions = tallied.flatMap(({ tally }) => [...tally.values()].map(({ policyVersion }) => policyVersion))
    const byVersion = await scorers.of([leastPolicy, ...versions])
    const scorerOf = (version: number) => byVersion.get(version) as Scorer
    const documents = tallied.flatMap((each) => choose(each, clustersOf(each.key, each.tally, scorerOf, leastPolicy)))
    const outdated = await clusters.write(documents, nextVersion(), stop)
    if (outdated > 0) throw new Error('another replica of the service has written clusters since')
    telemetry.written(documents.length)
  }

  async function advance(leading: Leadership, position: ArrivalPosition): Promise<void> {
    if (!(await positions.save(position, leading.term))) throw new Error('another replica of the service leads now')
    leading.position = position
  }

  /** Counts every frame of every day: on the first start, and whenever the position was reset. */
  async function countAll(leading: Leadership, { epoch, offsets }: Reach): Promise<void> {
    const reached = { epoch, offsets }
    const days = await ports.days()
    for (const day of days ? daysBetween(days.first, days.last) : []) {
      let batch: FrameTally[] = []
      for await (const each of tallies.ofDay(day, reached)) {
        batch.push(each)
        if (batch.length < TALLIES_AT_ONCE) continue
        await write(leading, batch)
        batch = []
        stop.throwIfAborted()
      }
      await write(leading, batch)
      telemetry.rebuilt(day)
    }
    await advance(leading, reached)
  }

  return {
    /** One round: counts new alerts, if any. Returns true if there may be more already. */
    async tick(): Promise<boolean> {
      const leading = await lead()
      const reached = await frontier.current()
      if (!leading.position) {
        // Alerts of the previous epoch may still be stored: they would be missing from the full count.
        if (!reached.isOpen) return false
        await countAll(leading, reached)
        return true
      }
      const read = await readBatch(leading.position, reached)
      if (isSame(read.position, leading.position)) return false
      for await (const changed of tallies.add(read.entries, read.position)) {
        await write<ChangedTally>(leading, changed, onlyChanged)
      }
      await advance(leading, read.position)
      telemetry.counted(read.entries)
      return read.hasMore
    },

    /**
     * Counts clusters again whose alerts changed. Does nothing before everything was counted once. Returns true if more
     * are due than fit into a round.
     */
    async recount(): Promise<boolean> {
      const leading = await lead()
      const { term, position } = leading
      if (!position) return false
      return recountSome({ term, position, write: (tallied) => write(leading, tallied) })
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
