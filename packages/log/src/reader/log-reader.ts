import { ListOffsetTimestamps } from '@platformatic/kafka'
import type { LogRecord } from '@watchpost/model'
import { createEventConsumer, fetchBytes } from './event-consumer.ts'
import { createGroupCommits } from './group-commits.ts'
import { wrapsError } from '../kafka-error.ts'
import type { LogConfig } from '../log-config.ts'
import { createPartitionOrder, type OnExpired } from './partition-order.ts'
import { type EventStream, recordBatches, type RecordBatchOptions } from './record-batches.ts'
import { groupName, topicNames } from '../topics.ts'

/** This copy joined the group, or rejoined it after a rebalance. */
export interface GroupJoin {
  memberId: string
  generation: number
  partitions: number[]
}

export interface LogReaderOptions {
  clientId: string
  /** Copies with the same group share the partitions. */
  group: string
  /** The only topic of events to read; the group belongs to this topic. */
  topicId: string
  /** Part of the position of every record. */
  epoch?: number
  /** Maximum number of records in a batch. */
  maxRecords: number
  /** How long to wait for a batch to fill once it has its first record. */
  lingerMs?: number
  onExpired?: OnExpired
  onJoin?: (join: GroupJoin) => void
}

/** Reads events from the log as a member of a group. Nothing counts as read until it is committed. */
export function createLogReader(config: LogConfig, options: LogReaderOptions) {
  const { events } = topicNames(config)
  const { maxRecords, lingerMs = 20, clientId, topicId, epoch } = options
  const group = groupName({ prefix: '' }, options.group, topicId)
  const consumer = createEventConsumer(config, clientId, group, topicId)
  let stream: EventStream | undefined
  let stopping: Promise<void> | undefined
  /** Partitions assigned in the newest generation. */
  let own: ReadonlySet<number> = new Set()
  const epochs = new Map<number, number>()

  const assigned = (): number[] => consumer.assignments?.flatMap(({ partitions }) => partitions) ?? []
  const order = createPartitionOrder({
    firstKept: async (partition) => (await offsetsAt(ListOffsetTimestamps.EARLIEST, [partition])).get(partition) ?? 0n,
    onExpired: options.onExpired,
  })
  const commits = createGroupCommits(consumer, {
    topic: events,
    leaderEpoch: (partition) => epochs.get(partition) ?? -1,
    isRebalance: (error) => wrapsError(error, 'needsRejoin', true),
  })
  /** Resolves once the positions of the group in the newest generation are known. */
  let loading: Promise<void> = Promise.resolve()

  async function offsetsAt(timestamp: bigint, partitions: number[]): Promise<Map<number, bigint>> {
    const offsets = await consumer.listOffsets({ topics: [events], partitions: { [events]: partitions }, timestamp })
    return byPartition(partitions, offsets.get(events))
  }

  /** From the broker: the client's own positions may be ahead of what was delivered. */
  async function loadPositions(generation: number, partitions: number[]): Promise<void> {
    if (partitions.length === 0) return
    const [first, end, committed] = await Promise.all([
      offsetsAt(ListOffsetTimestamps.EARLIEST, partitions),
      offsetsAt(ListOffsetTimestamps.LATEST, partitions),
      consumer.listCommittedOffsets({ topics: [{ topic: events, partitions }] }),
    ])
    // A later join loads its own positions.
    if (consumer.generationId !== generation) return
    const positions = new Map([...first, ...byPartition(partitions, committed.get(events))])
    for (const [partition, offset] of positions) {
      if ((order.nextOf(partition) ?? 0n) > (end.get(partition) ?? 0n)) order.forget(partition)
      order.startAt(partition, offset)
    }
    await commits.joined(generation, positions)
  }

  function onJoin(): void {
    const partitions = assigned()
    own = new Set(partitions)
    const { generationId: generation, memberId } = consumer
    commits.joining()
    options.onJoin?.({ memberId: memberId ?? '', generation, partitions })
    loading = loadPositions(generation, partitions)
    // The next read rethrows; this only prevents an unhandled rejection.
    loading.catch(() => undefined)
  }

  async function acceptOnceLoaded(partition: number, offset: bigint): Promise<boolean> {
    for (let seen: Promise<void> | undefined; seen !== loading; ) {
      seen = loading
      await seen
    }
    return order.accept(partition, offset)
  }

  const accept: RecordBatchOptions['accept'] = ({ partition, leaderEpoch }, offset) => {
    // Fetched before a rebalance: another copy reads this partition now.
    if (!own.has(partition)) return false
    epochs.set(partition, leaderEpoch)
    return order.nextOf(partition) === undefined ? acceptOnceLoaded(partition, offset) : order.accept(partition, offset)
  }

  return {
    name: 'log reader',
    async start(): Promise<void> {
      consumer.on('consumer:group:join', onJoin)
      stream = await consumer.consume({
        topics: [events],
        mode: 'committed',
        fallbackMode: 'earliest',
        autocommit: false,
        highWaterMark: maxRecords,
        ...fetchBytes,
        maxWaitTime: 500,
      })
    },

    /** Batches in the order of each partition, until `stop`. The caller commits each one before it reads the next. */
    async *batches(stop: AbortSignal): AsyncGenerator<LogRecord[]> {
      if (!stream) throw new Error('the log reader has not been started')
      const isAssigned = () => assigned().length > 0
      const delivered = (partition: number, offset: bigint) => order.startAt(partition, offset + 1n)
      const { held } = consumer
      yield* recordBatches(stream, { maxRecords, lingerMs, held, epoch, isAssigned, accept, delivered }, stop)
    },

    /**
     * Returns false if a partition of the batch was lost or the group is rebalancing: then the batch is either
     * committed after the rebalance, or read again by the copy that has the partition now.
     */
    async commit(batch: readonly LogRecord[]): Promise<boolean> {
      // Nothing can be committed without the positions of the group: rethrow a failure to load them.
      await loading
      const next = new Map<number, bigint>()
      for (const { partition, offset } of batch) {
        const after = BigInt(offset) + 1n
        if (after > (next.get(partition) ?? 0n)) next.set(partition, after)
      }
      return commits.commit(next)
    },

    /** Partitions that this copy reads now. */
    assigned,

    isConnected: (): boolean => consumer.isActive(),

    /** Leaves the group. The second call waits for the first. */
    stop(): Promise<void> {
      stopping ??= consumer.close(true)
      return stopping
    },
  }
}
export type LogReader = ReturnType<typeof createLogReader>

/** Without the partitions that have no offset. */
function byPartition(partitions: readonly number[], offsets: readonly bigint[] = []): Map<number, bigint> {
  return new Map(
    partitions.flatMap((partition) => {
      const offset = offsets[partition] ?? -1n
      return offset >= 0n ? [[partition, offset] as const] : []
    }),
  )
}
