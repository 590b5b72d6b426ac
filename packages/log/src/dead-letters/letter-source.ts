import { Consumer } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { topicNames } from '../topics.ts'
import { LETTER_PARTITION, type ParkedLetter, readLetter } from './letter-format.ts'

/**
 * Compressed size. Letters are parked in pieces of bounded size, so that even highly compressible data unpacks to some
 * tens of MiB. A piece larger than this is still returned whole.
 */
const fetchBytes = 16 * 1024
/** A letter exists at every requested number, so this only waits for a broker that lags behind. */
const waitMs = 500

/** A user waits for the response: fail fast when the log is unavailable. */
export const promptly = { connectTimeout: 2_000, requestTimeout: 2_500, timeout: 2_500, retries: 1, retryDelay: 200 }

export type LetterSource = ReturnType<typeof openLetterSource>

/**
 * Reads letters by number. It fetches from the partition directly and joins no group, so that it leaves no state on the
 * brokers and never waits for a rebalance. Close it after use.
 */
export function openLetterSource(config: LogConfig, clientId: string) {
  const topic = topicNames(config).deadLetters
  const consumer = new Consumer({
    ...clientOptions(config, clientId),
    ...promptly,
    // The client requires a group name. Without joining, the group is never created.
    groupId: `${config.prefix}dead-letters-view`,
  })
  consumer.topics.track(topic)

  async function fetchFrom(offset: bigint) {
    const found = (await consumer.metadata({ topics: [topic] })).topics.get(topic)
    const node = found?.partitions[LETTER_PARTITION]?.leader
    if (!found || node === undefined) throw new Error('the dead-letter topic has no leader')
    const wanted = { partition: LETTER_PARTITION, fetchOffset: offset, partitionMaxBytes: fetchBytes }
    const { responses } = await consumer.fetch({
      node,
      topics: [{ topicId: found.id, partitions: [{ ...wanted, currentLeaderEpoch: -1, lastFetchedEpoch: -1 }] }],
      maxBytes: fetchBytes,
      minBytes: 1,
      maxWaitTime: waitMs,
    })
    return responses[0]?.partitions[0]?.records ?? []
  }

  return {
    /** Letters from `from` (inclusive) to `to` (exclusive), both within the bounds. At most one piece is in memory. */
    async *letters(from: number, to: number): AsyncGenerator<ParkedLetter> {
      for (let at = from; at < to; ) {
        const batches = await fetchFrom(BigInt(at))
        const began = at
        for (const { firstOffset, lastOffsetDelta, firstTimestamp, records } of batches) {
          for (const record of records) {
            const number = Number(firstOffset) + record.offsetDelta
            // A piece is returned whole, including letters outside the range.
            if (number < at || number >= to) continue
            const letter = readLetter(record, { number, parkedAt: Number(firstTimestamp + record.timestampDelta) })
            if (letter) yield letter
          }
          at = Math.max(at, Number(firstOffset) + lastOffsetDelta + 1)
        }
        if (at === began) throw new Error(`the log returned nothing for dead letter ${at}`)
      }
    },

    close: () => consumer.close(true),
  }
}
