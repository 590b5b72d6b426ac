import { Admin, ListOffsetTimestamps } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from './log-config.ts'
import { groupName, topicIdOf, topicNames } from './topics.ts'

/** By partition. A partition that is missing has no position yet. */
export type Positions = ReadonlyMap<number, number>

/** How far a group of readers has come in a partition, and where the partition ends. */
export interface PartitionProgress {
  committed: number
  end: number
}

export type LogPositions = ReturnType<typeof createLogPositions>

/** Where readers of the events are, and where the log ends. Nothing is connected before the first question. */
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
   * The offset after the last that each partition's reader of a group has committed: everything before it is done. Of the
   * topic that there is now, unless told of which.
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
    /** The id of the topic of events: another id is another log. */
    topicId,
    committed,
    ends,
    starts,

    /** How far a group has come in each partition. */
    async progress(group: string): Promise<Map<number, PartitionProgress>> {
      const [done, first, last] = await Promise.all([committed(group), starts(), ends()])
      return new Map(
        [...last].map(([partition, end]) => {
          const position = Math.max(done.get(partition) ?? 0, first.get(partition) ?? 0)
          return [partition, { committed: position, end }]
        }),
      )
    },

    /** The partitions that some member of a group has been given. */
    async assigned(group: string): Promise<Set<number>> {
      const groupId = groupName(config, group, await topicId())
      const members = (await admin.describeGroups({ groups: [groupId] })).get(groupId)?.members ?? new Map()
      return new Set([...members.values()].flatMap(({ assignments }) => assignments?.get(events)?.partitions ?? []))
    },

    /**
     * The offset of the first record of each partition that the broker stored then or later; its end where there is
     * none. A record is stored after it is received: by clocks that agree, nothing received since then lies before.
     */
    async since(milliseconds: number): Promise<Positions> {
      // The end is read first: what arrives between the two questions lies behind it, and is not passed over.
      const last = await ends()
      return new Map([...last, ...(await offsetsAt(BigInt(Math.max(0, Math.floor(milliseconds)))))])
    },

    stop: () => admin.close(),
  }
}

function positionsOf(entries: readonly (readonly [number, bigint])[] = []): Positions {
  return new Map(entries.filter(([, offset]) => offset >= 0n).map(([partition, offset]) => [partition, Number(offset)]))
}
