import { Admin, ListOffsetTimestamps } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from './log-config.ts'
import { groupName, topicIdOf, topicNames } from './topics.ts'

/** How far a consumer group is behind, relative to the retention of the log. */
export interface Backlog {
  /** Records written and not yet read. */
  records: number
  /** Greatest share of a partition's byte retention that is unread: at 1 the log starts to delete unread events. */
  bytesShare: number
  /** Some unread record has been in the log for longer than the given share of the time retention. */
  isOld: boolean
  /** Free space on the fullest broker's disk; Infinity if the brokers do not report it. */
  freeBytes: number
}

/** Measures the backlog of one consumer group. */
export function createBacklog(config: LogConfig, group: string) {
  const { events } = topicNames(config)
  const admin = new Admin({ ...clientOptions(config, 'watchpost-backlog'), retries: 2, retryDelay: 250 })
  const partitions = Array.from({ length: config.partitions }, (_, index) => index)
  const bytesPerPartition = config.retentionBytes / config.partitions

  async function offsetsAt(timestamp: bigint): Promise<Map<number, bigint>> {
    const asked = partitions.map((partitionIndex) => ({ partitionIndex, timestamp }))
    const [topic] = await admin.listOffsets({ topics: [{ name: events, partitions: asked }] })
    return new Map(topic?.partitions.map(({ partitionIndex, offset }) => [partitionIndex, offset]))
  }

  async function committed(): Promise<Map<number, bigint>> {
    const groupId = groupName(config, group, await topicIdOf(admin, config))
    const [answer] = await admin.listConsumerGroupOffsets({
      groups: [{ groupId, topics: [{ name: events, partitionIndexes: partitions }] }],
    })
    const topic = answer?.topics.find(({ name }) => name === events)
    return new Map(topic?.partitions.map(({ partitionIndex, committedOffset }) => [partitionIndex, committedOffset]))
  }

  async function disks() {
    const brokers = await admin.describeLogDirs({ topics: [{ name: events, partitions }] })
    const results = brokers.flatMap((broker) => broker.results)
    const sizes = new Map<number, number>()
    for (const { partitionIndex, partitionSize } of results.flatMap(({ topics }) =>
      topics.flatMap((each) => each.partitions),
    )) {
      sizes.set(partitionIndex, Math.max(Number(partitionSize), sizes.get(partitionIndex) ?? 0))
    }
    const free = results.filter(({ totalBytes }) => totalBytes > 0n).map(({ usableBytes }) => Number(usableBytes))
    return { sizes, freeBytes: Math.min(Number.POSITIVE_INFINITY, ...free) }
  }

  return {
    name: 'backlog',
    /** Measures everything. `ageShare` is the share of the time retention at which an unread record counts as old. */
    async measure(ageShare: number): Promise<Backlog> {
      const oldest = BigInt(Date.now() - Math.floor(config.retentionHours * 3_600_000 * ageShare))
      const [first, last, old, read, { sizes, freeBytes }] = await Promise.all([
        offsetsAt(ListOffsetTimestamps.EARLIEST),
        offsetsAt(ListOffsetTimestamps.LATEST),
        offsetsAt(oldest),
        committed(),
        disks(),
      ])
      const backlog: Backlog = { records: 0, bytesShare: 0, isOld: false, freeBytes }
      for (const partition of partitions) {
        const start = first.get(partition) ?? 0n
        const end = last.get(partition) ?? 0n
        const position = bigger(read.get(partition) ?? -1n, start)
        const unread = Number(end - position)
        const kept = Number(end - start)
        // The offset of the first record younger than `oldest`; -1 if every record is older, or there is none.
        const young = old.get(partition) ?? -1n
        backlog.records += unread
        backlog.bytesShare = Math.max(
          backlog.bytesShare,
          ((unread / Math.max(1, kept)) * (sizes.get(partition) ?? 0)) / bytesPerPartition,
        )
        backlog.isOld ||= unread > 0 && (young === -1n || position < young)
      }
      return backlog
    },
    stop: () => admin.close(),
  }
}
export type BacklogMeter = ReturnType<typeof createBacklog>

function bigger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
