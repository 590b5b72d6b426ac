import { Consumer } from '@platformatic/kafka'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { topicNames } from '../topics.ts'
import { LETTER_PARTITION, type ParkedLetter, readLetter } from './letter-format.ts'

/**
 * Compressed. Letters are parked in pieces of a bounded size, so that even what packs best unpacks to some tens of MiB;
 * a piece that is larger than this comes whole all the same.
 */
const fetchBytes = 16 * 1024
/** There is something at every number that is asked for: waiting is only for a broker that lags behind. */
const waitMs = 500

/** Someone waits for the answer: a log that is away is told soon. */
export const promptly = { connectTimeout: 2_000, requestTimeout: 2_500, timeout: 2_500, retries: 1, retryDelay: 200 }

export type LetterSource = ReturnType<typeof openLetterSource>

/**
 * Reads letters by their numbers. It asks the partition itself for them and joins no group: looking leaves nothing
 * behind at the brokers, and waits for no one. To be closed after use.
 */
export function openLetterSource(config: LogConfig, clientId: string) {
  const topic = topicNames(config).deadLetters
  const consumer = new Consumer({
    ...clientOptions(config, clientId),
    ...promptly,
    // The client wants a name; without joining no such group comes to be.
    groupId: `${config.prefix}dead-letters-view`,
  })
  consumer.topics.track(topic)

  async function fetchFrom(offset: bigint) {
    const found = (await consumer.metadata({ topics: [topic] })).topics.get(topic)
    const node = found?.partitions[LETTER_PARTITION]?.leader
    if (!found || node === undefined) throw new Error('no one leads the topic of the dead letters')
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
    /** Those from `from` on and before `to`, which both lie within the bounds. Never more than one piece is in memory. */
    async *letters(from: number, to: number): AsyncGenerator<ParkedLetter> {
      for (let at = from; at < to; ) {
        const batches = await fetchFrom(BigInt(at))
        const began = at
        for (const { firstOffset, lastOffsetDelta, firstTimestamp, records } of batches) {
          for (const record of records) {
            const number = Number(firstOffset) + record.offsetDelta
            // A piece comes whole, with what lies before and behind.
            if (number < at || number >= to) continue
            const letter = readLetter(record, { number, parkedAt: Number(firstTimestamp + record.timestampDelta) })
            if (letter) yield letter
          }
          at = Math.max(at, Number(firstOffset) + lastOffsetDelta + 1)
        }
        if (at === began) throw new Error(`the log answered nothing for dead letter ${at}`)
      }
    },

    close: () => consumer.close(true),
  }
}
