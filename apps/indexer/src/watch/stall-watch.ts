import type { PartitionProgress } from '@watchpost/log'
import type { Logger } from '@watchpost/runtime'

export interface StallPorts {
  /** By partition, the committed offset of the group and the end of the log. */
  progress(): Promise<ReadonlyMap<number, PartitionProgress>>
  /** Epoch of the log that the offsets belong to. */
  epoch(): number
  /** Partitions that this indexer reads. */
  assigned(): readonly number[]
  /** Partitions that any indexer reads. Only the leader calls it. */
  assignedToAny(): Promise<ReadonlySet<number>>
  isLeading(): boolean
  /** Why this indexer reads nothing, if known: the engine or the database does not answer. */
  waitsFor(): string | undefined
  /** Reasons for which ingest is on hold. */
  holds(): Promise<readonly string[]>
  /** Leaves the group and joins it again. */
  rejoin(reason: string): void
  logger: Pick<Logger, 'error' | 'warn' | 'info'>
}

/** Alarm when a partition with unread records does not advance for this long. */
const STALLED_MS = 60_000
/** Leaves time to see the alarm before the process that raised it restarts. */
const REJOIN_MS = 90_000
/** At most one rejoin in this time. It counts from the start of the process, since a rejoin restarts it. */
const REJOIN_EVERY_MS = 5 * 60_000
const LOOK_MS = 5_000

interface Standstill {
  committed: number
  since: number
  isReported: boolean
}

export type StallWatch = ReturnType<typeof createStallWatch>

/**
 * Detects partitions with unread records that no indexer reads, for any reason. Each indexer watches its own
 * partitions; the leader also watches those without an indexer.
 */
export function createStallWatch(ports: StallPorts, now: () => number = Date.now) {
  const { logger } = ports
  const startedAt = now()
  const standstills = new Map<number, Standstill>()
  let stalled: number[] = []
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function watched(all: readonly number[]): Promise<Set<number>> {
    const own = ports.assigned()
    if (!ports.isLeading()) return new Set(own)
    const taken = await ports.assignedToAny()
    return new Set([...own, ...all.filter((partition) => !taken.has(partition))])
  }

  function note(partition: number, { committed, end }: PartitionProgress): void {
    if (end <= committed) standstills.delete(partition)
    else if (standstills.get(partition)?.committed !== committed)
      standstills.set(partition, { committed, since: now(), isReported: false })
  }

  async function knownCause(): Promise<string | undefined> {
    return ports.waitsFor() ?? (await ports.holds())[0]
  }

  function report(partition: number, { committed, end }: PartitionProgress, standstill: Standstill): void {
    const seconds = Math.round((now() - standstill.since) / 1_000)
    if (!standstill.isReported) {
      const isOwn = ports.assigned().includes(partition)
      const position = { epoch: ports.epoch(), partition, committed, end }
      logger.error({ ...position, unread: end - committed, seconds, isOwn }, 'partition stalled')
    }
    standstill.isReported = true
  }

  async function look(): Promise<void> {
    const progress = await ports.progress()
    const ours = await watched([...progress.keys()])
    for (const partition of standstills.keys()) if (!ours.has(partition)) standstills.delete(partition)
    for (const partition of ours) note(partition, progress.get(partition) ?? { committed: 0, end: 0 })
    const still = [...standstills].filter(([, { since }]) => now() - since >= STALLED_MS)
    if (still.length > 0 && (await knownCause())) {
      // The minute starts again when the cause has ended.
      for (const [partition] of still) standstills.delete(partition)
      stalled = []
      return
    }
    for (const [partition, standstill] of still)
      report(partition, progress.get(partition) as PartitionProgress, standstill)
    stalled = still.map(([partition]) => partition)
    const oldest = Math.min(...still.map(([, { since }]) => since))
    if (now() - oldest >= REJOIN_MS && now() - startedAt >= REJOIN_EVERY_MS)
      ports.rejoin(`partitions ${stalled.join(', ')} have unread records and do not move`)
  }

  return {
    name: 'stall watch',
    start(): void {
      timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        // While Kafka does not answer, nothing is known of its partitions; other alarms report that.
        look()
          .catch((error: unknown) => logger.warn({ err: error }, 'cannot read the offsets'))
          .finally(() => (isLooking = false))
      }, LOOK_MS).unref()
    },
    stop: (): void => clearInterval(timer),
    look,
    /** Partitions in alarm. */
    stalled: (): readonly number[] => stalled,
  }
}
