import type { LogRecord } from '@watchpost/model'
import { createEventConsumer, fetchBytes } from './event-consumer.ts'
import { wrapsError } from './kafka-error.ts'
import { createHoleWatch, type OnExpired } from './hole-watch.ts'
import type { LogConfig } from './log-config.ts'
import { type EventMessage, type EventStream, recordBatches } from './record-batches.ts'
import { topicNames } from './topics.ts'

export interface LogReaderOptions {
  clientId: string
  /** Copies with the same group share the partitions. */
  group: string
  /** The most records in a batch. */
  maxRecords: number
  /** How long to wait for a batch to fill once it has its first record. */
  lingerMs?: number
  onExpired?: OnExpired
}

/** Reads events from the log as one of a group. Nothing counts as read until it is committed. */
export function createLogReader(config: LogConfig, options: LogReaderOptions) {
  const { events } = topicNames(config)
  const { maxRecords, lingerMs = 20 } = options
  const consumer = createEventConsumer(config, options.clientId, options.group)
  let stream: EventStream | undefined
  const holes = createHoleWatch(options.onExpired)
  const epochs = new Map<number, number>()

  const assigned = (): number[] => consumer.assignments?.flatMap(({ partitions }) => partitions) ?? []

  function noteMessage({ partition, offset, leaderEpoch }: EventMessage): void {
    holes.note(partition, offset)
    epochs.set(partition, leaderEpoch)
  }

  /** From what was committed: another reader may have had the partition meanwhile. */
  function noteWhereReadingGoesOn({ offsetsToFetch }: EventStream): void {
    for (const partition of assigned()) {
      const offset = offsetsToFetch.get(`${events}:${partition}`)
      if (offset !== undefined) holes.goesOn(partition, offset)
    }
  }

  return {
    name: 'log reader',
    async start(): Promise<void> {
      const own = await consumer.consume({
        topics: [events],
        mode: 'committed',
        fallbackMode: 'earliest',
        autocommit: false,
        highWaterMark: maxRecords,
        ...fetchBytes,
        maxWaitTime: 500,
      })
      // Only after joining: offsets are also told when the log has dropped what they stand for, which is a hole.
      const noteNextOffsets = () => own.once('offsets', () => noteWhereReadingGoesOn(own))
      noteNextOffsets()
      consumer.on('consumer:group:join', noteNextOffsets)
      stream = own
    },

    /** Batches in the order of each partition, until `stop`. The caller commits each before it asks for the next. */
    async *batches(stop: AbortSignal): AsyncGenerator<LogRecord[]> {
      if (!stream) throw new Error('the log reader has not been started')
      const isAssigned = () => assigned().length > 0
      yield* recordBatches(stream, { maxRecords, lingerMs, isAssigned, onMessage: noteMessage }, stop)
    },

    /** Answers false if the group was rearranged meanwhile: then the batch will be read again, by whoever has it now. */
    async commit(batch: readonly LogRecord[]): Promise<boolean> {
      const next = new Map<number, number>()
      for (const { partition, offset } of batch) next.set(partition, Math.max(offset + 1, next.get(partition) ?? 0))
      const offsets = [...next].map(([partition, offset]) => ({
        topic: events,
        partition,
        offset: BigInt(offset),
        leaderEpoch: epochs.get(partition) ?? -1,
      }))
      try {
        await consumer.commit({ offsets })
        return true
      } catch (error) {
        if (wrapsError(error, 'needsRejoin', true)) return false
        throw error
      }
    },

    /** Partitions that this copy reads now. */
    assigned,

    isConnected: (): boolean => consumer.isActive(),

    async stop(): Promise<void> {
      await consumer.close(true)
    },
  }
}
export type LogReader = ReturnType<typeof createLogReader>
