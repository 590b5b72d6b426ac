import { Admin, type BaseOptions, ListOffsetTimestamps } from '@platformatic/kafka'
import { groupName } from '@watchpost/log'
import { clientSecurity } from '@watchpost/servers'
import { kafkaSecurity } from '../../../stack/secured/secured-users.ts'
import type { Stack } from '../../../stack/stack.ts'

export const EVENTS_TOPIC = 'events'
/** The prefix of the indexers' consumer group; the id of the topic follows it. */
export const INDEXERS = 'indexer'

/** The position of the indexers in one partition of the events topic. */
export interface PartitionLag {
  partition: number
  committed: number
  end: number
  lag: number
}

/** A member of the group and its assigned partitions. */
export interface Member {
  id: string
  partitions: number[]
}

export type EventGroup = ReturnType<typeof createEventGroup>

/** Reads the position, the end and the members of the indexers' group from the brokers. */
export function createEventGroup(stack: Stack) {
  const admin = new Admin({ ...brokersOf(stack), clientId: 'proof-lag', retries: 1, retryDelay: 250 })
  let known: number[] | undefined

  async function partitions(): Promise<number[]> {
    if (known) return known
    const { topics } = await admin.metadata({ topics: [EVENTS_TOPIC] })
    const count = topics.get(EVENTS_TOPIC)?.partitionsCount ?? 0
    if (count === 0) throw new Error(`the brokers know no topic ${EVENTS_TOPIC}`)
    known = Array.from({ length: count }, (_, index) => index)
    return known
  }

  async function indexerGroup(): Promise<string> {
    const { topics } = await admin.metadata({ topics: [EVENTS_TOPIC], forceUpdate: true })
    return groupName({ prefix: '' }, INDEXERS, topics.get(EVENTS_TOPIC)?.id ?? '')
  }

  /** The next offset to read in each partition; 0 if nothing was committed. */
  async function committed(): Promise<Map<number, number>> {
    const topics = [{ name: EVENTS_TOPIC, partitionIndexes: await partitions() }]
    const groupId = await indexerGroup()
    const [group] = await admin.listConsumerGroupOffsets({ groups: [{ groupId, topics }] })
    const rows = group?.topics.flatMap((topic) => topic.partitions) ?? []
    return new Map(rows.map((row) => [row.partitionIndex, Math.max(0, Number(row.committedOffset))]))
  }

  async function ends(): Promise<Map<number, number>> {
    const asked = (await partitions()).map((partitionIndex) => ({
      partitionIndex,
      timestamp: ListOffsetTimestamps.LATEST,
    }))
    const [topic] = await admin.listOffsets({ topics: [{ name: EVENTS_TOPIC, partitions: asked }] })
    return new Map(topic?.partitions.map((row) => [row.partitionIndex, Number(row.offset)]))
  }

  return {
    partitions,
    committed,

    async lags(): Promise<PartitionLag[]> {
      const [all, done, last] = [await partitions(), await committed(), await ends()]
      return all.map((partition) => {
        const [position, end] = [done.get(partition) ?? 0, last.get(partition) ?? 0]
        return { partition, committed: position, end, lag: end - position }
      })
    },

    async members(): Promise<Member[]> {
      const groupId = await indexerGroup()
      const group = (await admin.describeGroups({ groups: [groupId] })).get(groupId)
      return [...(group?.members.values() ?? [])].map(({ id, assignments }) => ({
        id,
        partitions: assignments?.get(EVENTS_TOPIC)?.partitions ?? [],
      }))
    },

    close: () => admin.close(),
  }
}

/** How to reach the brokers of a stack, with all rights. */
export function brokersOf({ folder, state }: Stack): Pick<BaseOptions, 'bootstrapBrokers' | 'tls' | 'sasl'> {
  const ports = Array.from({ length: state.brokers }, (_, index) => state.config.kafkaPort + index)
  const { tls, owner } = kafkaSecurity(folder)
  return {
    bootstrapBrokers: ports.map((port) => `127.0.0.1:${port}`),
    ...(state.isSecured && clientSecurity(tls, owner)),
  }
}
