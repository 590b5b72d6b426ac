import { randomUUID } from 'node:crypto'
import { ListOffsetTimestamps } from '@platformatic/kafka'
import type { LogRecord } from '@watchpost/model'
import { createEventConsumer, fetchBytes } from './event-consumer.ts'
import type { LogConfig } from '../log-config.ts'
import type { Positions } from '../log-positions.ts'
import { createPartitionOrder, type OnExpired } from './partition-order.ts'
import { recordBatches } from './record-batches.ts'
import { topicNames } from '../topics.ts'

export interface LogFollowerOptions {
  clientId: string
  /** The only topic of events to read. */
  topicId: string
  /** The first offset to read for each partition; a missing partition is read from its beginning. */
  from: Positions
  /** Maximum number of records in a batch. */
  maxRecords: number
  /** How long to wait for a batch to fill once it has its first record. */
  lingerMs?: number
  onExpired?: OnExpired
}

export type LogFollower = ReturnType<typeof createLogFollower>

/** Reads all partitions from given positions. It shares no group and commits nothing: the caller keeps the position. */
export function createLogFollower(
  config: LogConfig,
  { clientId, topicId, from, maxRecords, lingerMs = 20, onExpired }: LogFollowerOptions,
) {
  const { events } = topicNames(config)
  const partitions = Array.from({ length: config.partitions }, (_, index) => index)
  const firstOf = (partition: number) => BigInt(from.get(partition) ?? 0)
  // A group with a single member, which gets all partitions.
  const consumer = createEventConsumer(config, clientId, `${clientId}-${randomUUID()}`, topicId)

  return {
    /** Batches in the order of each partition, until `stop`. */
    async *batches(stop: AbortSignal): AsyncGenerator<LogRecord[]> {
      const stream = await consumer.consume({
        topics: [events],
        mode: 'manual',
        offsets: partitions.map((partition) => ({ topic: events, partition, offset: firstOf(partition) })),
        // Expired records show as a gap.
        fallbackMode: 'earliest',
        autocommit: false,
        highWaterMark: maxRecords,
        ...fetchBytes,
        maxWaitTime: 250,
      })
      const isAssigned = () => consumer.assignments?.some((each) => each.partitions.length > 0) ?? false
      const order = createPartitionOrder({
        firstKept: async (partition) => {
          const asked = { topics: [events], partitions: { [events]: [partition] } }
          const offsets = await consumer.listOffsets({ ...asked, timestamp: ListOffsetTimestamps.EARLIEST })
          return offsets.get(events)?.[partition] ?? 0n
        },
        onExpired,
      })
      for (const partition of partitions) order.startAt(partition, firstOf(partition))
      yield* recordBatches(
        stream,
        {
          maxRecords,
          lingerMs,
          held: consumer.held,
          isAssigned,
          accept: ({ partition }, offset) => order.accept(partition, offset),
          delivered: (partition, offset) => order.startAt(partition, offset + 1n),
        },
        stop,
      )
    },

    async stop(): Promise<void> {
      await consumer.close(true)
    },
  }
}
