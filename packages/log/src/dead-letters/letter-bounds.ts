import { Admin, ListOffsetTimestamps } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { topicNames } from '../topics.ts'
import { LETTER_PARTITION } from './letter-format.ts'
import { promptly } from './letter-source.ts'

/**
 * The range of letter numbers: `start` inclusive, `end` exclusive. Those before `retried` were retried and count as
 * done.
 */
export interface LetterBounds {
  start: number
  retried: number
  end: number
}

/** Letters before this group's position were retried and count as done. */
const RETRIED_GROUP = 'dead-letters-retried'

/** The bounds of the dead letters, and how far they were retried. Connects on the first call. */
export function createLetterBounds(config: LogConfig, clientId: string) {
  const name = topicNames(config).deadLetters
  const groupId = `${config.prefix}${RETRIED_GROUP}`
  const admin = new Admin({ ...clientOptions(config, clientId), ...promptly })

  async function offsetAt(timestamp: bigint): Promise<number> {
    const [topic] = await admin.listOffsets({
      topics: [{ name, partitions: [{ partitionIndex: LETTER_PARTITION, timestamp }] }],
    })
    return Number(topic?.partitions[0]?.offset ?? 0n)
  }

  async function committed(): Promise<number> {
    const [group] = await admin.listConsumerGroupOffsets({
      groups: [{ groupId, topics: [{ name, partitionIndexes: [LETTER_PARTITION] }] }],
    })
    const topic = group?.topics.find((each) => each.name === name)
    return Number(topic?.partitions[0]?.committedOffset ?? -1n)
  }

  return {
    async read(): Promise<LetterBounds> {
      const [start, end, done] = await Promise.all([
        offsetAt(ListOffsetTimestamps.EARLIEST),
        offsetAt(ListOffsetTimestamps.LATEST),
        committed(),
      ])
      return { start, retried: Math.min(Math.max(start, done), end), end }
    },

    async setRetried(offset: number): Promise<void> {
      const partitionOffsets = [{ partition: LETTER_PARTITION, offset: BigInt(offset) }]
      await admin.alterConsumerGroupOffsets({ groupId, topics: [{ name, partitionOffsets }] })
    },

    close: () => admin.close(),
  }
}
