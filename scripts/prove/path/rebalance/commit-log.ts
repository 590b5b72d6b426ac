import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../../stack/stack.ts'
import { brokersOf, EVENTS_TOPIC, INDEXER_GROUP } from '../lag/event-group.ts'
import { Admin, Consumer, ListOffsetTimestamps } from '../lag/kafka-client.ts'
import { createBackwardMoves } from './backward-moves.ts'
import { decodeCommitRecord } from './commit-record.ts'

const TOPIC = '__consumer_offsets'
const READ_WITHIN_MS = 60_000

export type CommitLog = Awaited<ReturnType<typeof followCommitLog>>

/**
 * Follows every commit and every generation of the group of indexers in the broker's own log, from its beginning and in
 * its order. Polling misses what lies between two polls; this misses nothing.
 */
export async function followCommitLog(stack: Stack) {
  const admin = new Admin({ ...brokersOf(stack), clientId: 'proof-commit-log' })
  const consumer = new Consumer({ ...brokersOf(stack), clientId: 'proof-commit-log', groupId: 'proof-commit-log' })
  const stream = await consumer.consume({ topics: [TOPIC], mode: 'earliest', autocommit: false, maxWaitTime: 100 })
  const commits = createBackwardMoves()
  const generations = new Set<number>()
  const nextOffsets = new Map<number, number>()

  stream.on('data', ({ key, value, partition, offset }) => {
    nextOffsets.set(partition, Number(offset) + 1)
    const record = key && decodeCommitRecord(key, value)
    if (record?.group !== INDEXER_GROUP) return
    if (record.kind === 'generation') generations.add(record.generation)
    else if (record.topic === EVENTS_TOPIC) commits.note(record.partition, record.offset)
  })

  async function ends(): Promise<[partition: number, end: number][]> {
    const { topics } = await admin.metadata({ topics: [TOPIC] })
    const count = topics.get(TOPIC)?.partitionsCount ?? 0
    const asked = Array.from({ length: count }, (_, partitionIndex) => ({
      partitionIndex,
      timestamp: ListOffsetTimestamps.LATEST,
    }))
    const [topic] = await admin.listOffsets({ topics: [{ name: TOPIC, partitions: asked }] })
    return topic?.partitions.map((row) => [row.partitionIndex, Number(row.offset)]) ?? []
  }

  return {
    commits,
    /** Generations of the group so far. Each is one rebalance. */
    generations: () => generations.size,
    /** Waits until everything that is in the log now was read; answers false when that takes too long. */
    async readToEnd(): Promise<boolean> {
      const wanted = await ends()
      const isRead = () => wanted.every(([partition, end]) => (nextOffsets.get(partition) ?? 0) >= end)
      return waitUntil(isRead, { withinMs: READ_WITHIN_MS })
    },
    async close(): Promise<void> {
      await consumer.close(true)
      await admin.close()
    },
  }
}
