import type { Consumer, FetchOptions, KafkaRecord, MessageToConsume } from '@platformatic/kafka'

/** The records of one batch of the log, as they were written together. */
export interface WholeBatch {
  firstOffset: number
  firstTimestamp: bigint
  records: readonly KafkaRecord[]
}

type FetchResponse = Awaited<ReturnType<Consumer['fetch']>>
type FetchedTopics = FetchOptions<unknown, unknown, unknown, unknown>['topics']
type Carrier = KafkaRecord & { whole: WholeBatch }

/** Attribute bit of a broker's control batch, which holds no records of ours. */
const CONTROL = 1 << 5

/**
 * Replaces the records of each fetched batch by one record that carries them all: the client's stream creates a dozen
 * objects per record, which took longer than all of our own work on it. The carrier has the offset of the last record,
 * so that the stream drops it only if it drops all. Records before the requested offset, which a batch may begin with,
 * are dropped as the client does: they were read before, or the log has deleted them. Returns the number of records.
 */
export function carryWholeBatches({ responses }: FetchResponse, topics: FetchedTopics): number {
  let count = 0
  for (const { topicId, partitions } of responses) {
    const asked = topics.filter((topic) => topic.topicId === topicId).flatMap((topic) => topic.partitions)
    for (const { partitionIndex, records: batches } of partitions) {
      const from = asked.find(({ partition }) => partition === partitionIndex)?.fetchOffset ?? 0n
      for (const batch of batches ?? []) {
        const { firstOffset, firstTimestamp, attributes } = batch
        const skipped = Number(from - firstOffset)
        const records = skipped > 0 ? batch.records.filter((each) => each.offsetDelta >= skipped) : batch.records
        if (attributes & CONTROL) continue
        batch.records = []
        const last = records.at(-1)
        if (!last) continue
        const whole: WholeBatch = { firstOffset: Number(firstOffset), firstTimestamp, records }
        const carrier: Carrier = { ...last, key: null, value: null, headers: [], whole }
        batch.records.push(carrier)
        count += records.length
      }
    }
  }
  return count
}

/** Unwraps the batch from its carrier. */
export const wholeBatchDeserializers = {
  value: (_data?: Buffer, _headers?: unknown, message?: MessageToConsume) =>
    (message as Carrier & MessageToConsume).whole,
}
