import type { PartitionProgress } from '@watchpost/log'
import type { Logger } from '@watchpost/runtime'

export interface StallPorts {
  /** By partition, where the group has come to and where the log ends. */
  progress(): Promise<ReadonlyMap<number, PartitionProgress>>
  /** Of the log that the positions are of. */
  epoch(): number
  /** Partitions that this copy reads. */
  assigned(): readonly number[]
  /** Partitions that some copy reads. Asked by the leader only. */
  assignedToAny(): Promise<ReadonlySet<number>>
  isLeading(): boolean
  /** Why this copy reads nothing at the moment, where that is known: the engine or the database does not answer. */
  waitsFor(): string | undefined
  /** Reasons for which ingest is on hold. */
  holds(): Promise<readonly string[]>
  /** Leaves the group and joins it again. */
  rejoin(reason: string): void
  logger: Pick<Logger, 'error' | 'warn' | 'info'>
}

/** An unread record whose partition does not move for so long is an alarm. */
const STALLED_MS = 60_000
/** Time for the alarm to be seen before the process that raised it starts again. */
const REJOIN_MS = 90_000
/** At most one rejoin in so long: counted from the start of the process, since a rejoin starts it again. */
const REJOIN_EVERY_MS = 5 * 60_000
const LOOK_MS = 5_000

interface Standstill {
  committed: number
  since: number
  isReported: boolean
}

export type StallWatch = ReturnType<typeof createStallWatch>

/**
 * Notices partitions with unread records that no one reads, for whatever reason. Each copy watches its own partitions,
 * the leader also those that no copy has.
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
      // It has a minute again from the moment when the cause is over.
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
        // While Kafka does not answer nothing is known of its partitions; other alarms tell that.
        look()
          .catch((error: unknown) => logger.warn({ err: error }, 'positions could not be read'))
          .finally(() => (isLooking = false))
      }, LOOK_MS).unref()
    },
    stop: (): void => clearInterval(timer),
    look,
    /** Partitions in alarm. */
    stalled: (): readonly number[] => stalled,
  }
}
