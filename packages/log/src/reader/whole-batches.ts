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

/** Bit of a batch of the broker's own, which holds no records of ours. */
const CONTROL = 1 << 5

/**
 * Leaves one record in each batch of a fetch, which carries all of its records: for every record that the client's
 * stream delivers it makes a dozen objects, which took longer than all that we do with it. The carrier has the offset
 * of the last record, so that the stream drops it only if it drops all. Records before the offset that was asked for,
 * which a batch may begin with, are left out, as the client does: they were read before, or the log has dropped them.
 * Answers how many records there are.
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

/** Takes the batch from its carrier. */
export const wholeBatchDeserializers = {
  value: (_data?: Buffer, _headers?: unknown, message?: MessageToConsume) =>
    (message as Carrier & MessageToConsume).whole,
}
