import { Admin, ListOffsetTimestamps } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from './log-config.ts'
import { groupName, topicIdOf, topicNames } from './topics.ts'

/** By partition. A missing partition has no position yet. */
export type Positions = ReadonlyMap<number, number>

/** The position of a consumer group in a partition, and the end of the partition. */
export interface PartitionProgress {
  committed: number
  end: number
}

export type LogPositions = ReturnType<typeof createLogPositions>

/** Positions of the readers of events, and the end of the log. Connects on the first call. */
export function createLogPositions(config: LogConfig, clientId: string) {
  const { events } = topicNames(config)
  const admin = new Admin({ ...clientOptions(config, clientId), retries: 2, retryDelay: 250 })
  const partitions = Array.from({ length: config.partitions }, (_, index) => index)

  async function offsetsAt(timestamp: bigint): Promise<Positions> {
    const asked = partitions.map((partitionIndex) => ({ partitionIndex, timestamp }))
    const [topic] = await admin.listOffsets({ topics: [{ name: events, partitions: asked }] })
    return positionsOf(topic?.partitions.map(({ partitionIndex, offset }) => [partitionIndex, offset]))
  }

  const topicId = (): Promise<string> => topicIdOf(admin, config)

  /**
   * The committed offset of a group for each partition: everything before it is done. Refers to the current topic
   * unless `ofTopic` is given.
   */
  async function committed(group: string, ofTopic?: string): Promise<Positions> {
    const groupId = groupName(config, group, ofTopic ?? (await topicId()))
    const [answer] = await admin.listConsumerGroupOffsets({
      groups: [{ groupId, topics: [{ name: events, partitionIndexes: partitions }] }],
    })
    const topic = answer?.topics.find(({ name }) => name === events)
    return positionsOf(
      topic?.partitions.map(({ partitionIndex, committedOffset }) => [partitionIndex, committedOffset]),
    )
  }

  /** The offset that the next record of each partition will get. */
  const ends = (): Promise<Positions> => offsetsAt(ListOffsetTimestamps.LATEST)
  /** The offset of the oldest record that each partition still holds. */
  const starts = (): Promise<Positions> => offsetsAt(ListOffsetTimestamps.EARLIEST)

  return {
    name: 'log positions',
    /** The id of the topic of events: a different id means a different log. */
    topicId,
    committed,
    ends,
    starts,

    /** The progress of a group in each partition. */
    async progress(group: string): Promise<Map<number, PartitionProgress>> {
      const [done, first, last] = await Promise.all([committed(group), starts(), ends()])
      return new Map(
        [...last].map(([partition, end]) => {
          const position = Math.max(done.get(partition) ?? 0, first.get(partition) ?? 0)
          return [partition, { committed: position, end }]
        }),
      )
    },

    /** The partitions that are assigned to a member of a group. */
    async assigned(group: string): Promise<Set<number>> {
      const groupId = groupName(config, group, await topicId())
      const members = (await admin.describeGroups({ groups: [groupId] })).get(groupId)?.members ?? new Map()
      return new Set([...members.values()].flatMap(({ assignments }) => assignments?.get(events)?.partitions ?? []))
    },

    /**
     * For each partition, the offset of the first record that the broker stored at or after this time, or the end if
     * there is none. A record is stored after it is received, so if the clocks agree, no record received since then is
     * before this offset.
     */
    async since(milliseconds: number): Promise<Positions> {
      // Read the end first: records that arrive between the two requests are after it, so they are not skipped.
      const last = await ends()
      return new Map([...last, ...(await offsetsAt(BigInt(Math.max(0, Math.floor(milliseconds)))))])
    },

    stop: () => admin.close(),
  }
}

function positionsOf(entries: readonly (readonly [number, bigint])[] = []): Positions {
  return new Map(entries.filter(([, offset]) => offset >= 0n).map(([partition, offset]) => [partition, Number(offset)]))
}
