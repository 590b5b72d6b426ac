import { randomUUID } from 'node:crypto'
import { Admin, Consumer, ListOffsetTimestamps, type MessageToProduce, Producer } from '@platformatic/kafka'
import { type DeadLetter, type DeadReason, readRecord, RECORD_HEADER, recordHeader, recordKey } from '@watchpost/model'
import { clientOptions, type LogConfig } from './log-config.ts'
import { partitionOf, recordDeserializers } from './record-format.ts'
import { topicNames } from './topics.ts'

/** A dead letter as the log keeps it: what it was, why it died and when. */
export interface ParkedLetter extends DeadLetter {
  /** Its place among the dead letters, for those who ask for one. */
  number: number
  parkedAt: number
}

const REASON = 'reason'
const DETAIL = 'detail'
const PLACE = 'place'
const PARTITION = 0

/** Letters before this group's position were retried and count as done. */
const RETRIED_GROUP = 'dead-letters-retried'

/** Keeps what could not be stored, whole, with the reason; lists it, and puts it back on the way when asked. */
export function createDeadLetters(config: LogConfig, clientId: string) {
  const topics = topicNames(config)
  const options = { ...clientOptions(config, clientId), retries: 10, retryDelay: 500 }
  const producer = new Producer<string, Buffer, string, string>({
    ...options,
    acks: -1,
    compression: 'zstd',
    serializers: { key: bytes, value: (data) => data, headerKey: bytes, headerValue: bytes },
  })

  async function bounds(): Promise<{ from: bigint; to: bigint }> {
    const admin = new Admin(options)
    try {
      const at = (timestamp: bigint) =>
        admin.listOffsets({
          topics: [{ name: topics.deadLetters, partitions: [{ partitionIndex: PARTITION, timestamp }] }],
        })
      const [first, last, done] = await Promise.all([
        at(ListOffsetTimestamps.EARLIEST),
        at(ListOffsetTimestamps.LATEST),
        admin.listConsumerGroupOffsets({ groups: [`${config.prefix}${RETRIED_GROUP}`] }).catch(() => []),
      ])
      const start = first[0]?.partitions[0]?.offset ?? 0n
      const retried =
        done[0]?.topics.find(({ name }) => name === topics.deadLetters)?.partitions[0]?.committedOffset ?? -1n
      return { from: retried > start ? retried : start, to: last[0]?.partitions[0]?.offset ?? 0n }
    } finally {
      await admin.close()
    }
  }

  async function* read(): AsyncGenerator<ParkedLetter> {
    const { from, to } = await bounds()
    if (from >= to) return
    // A group of its own and no commits: looking changes nothing and waits for nobody.
    const consumer = new Consumer<string, Buffer, string, string>({
      ...options,
      groupId: `${config.prefix}dead-letters-view-${randomUUID()}`,
      deserializers: recordDeserializers,
    })
    try {
      const stream = await consumer.consume({
        topics: [topics.deadLetters],
        mode: 'manual',
        offsets: [{ topic: topics.deadLetters, partition: PARTITION, offset: from }],
        autocommit: false,
        maxWaitTime: 200,
      })
      for await (const { key, value, headers, timestamp, offset } of stream) {
        const known = readRecord(key, headers.get(RECORD_HEADER) ?? '')
        const [receivedAt, partition, at] = (headers.get(PLACE) ?? '').split('/').map(Number)
        if (known) {
          yield {
            number: Number(offset),
            parkedAt: Number(timestamp),
            reason: headers.get(REASON) as DeadReason,
            detail: headers.get(DETAIL) ?? '',
            record: {
              ...known,
              receivedAt: receivedAt ?? 0,
              partition: partition ?? 0,
              offset: at ?? 0,
              payload: value,
            },
          }
        }
        if (offset + 1n >= to) break
      }
    } finally {
      await consumer.close(true)
    }
  }

  return {
    name: 'dead letters',
    async park(letters: readonly DeadLetter[]): Promise<void> {
      if (letters.length === 0) return
      await producer.send({ acks: -1, messages: letters.map((letter) => toMessage(topics.deadLetters, letter)) })
    },

    /** Letters that were never retried, oldest first. A letter parked twice, after a crash, is listed twice. */
    list: read,

    /** How many wait, without reading any. */
    async waiting(): Promise<number> {
      const { from, to } = await bounds()
      return Math.max(0, Number(to - from))
    },

    /** Puts every waiting letter back on the log, in front of the indexers; answers how many. What is still refused comes back. */
    async retry(): Promise<number> {
      const { to } = await bounds()
      let count = 0
      for await (const { record } of read()) {
        await producer.send({ acks: -1, messages: [toEvent(topics.events, config.partitions, record)] })
        count++
      }
      const admin = new Admin(options)
      try {
        await admin.alterConsumerGroupOffsets({
          groupId: `${config.prefix}${RETRIED_GROUP}`,
          topics: [{ name: topics.deadLetters, partitionOffsets: [{ partition: PARTITION, offset: to }] }],
        })
      } finally {
        await admin.close()
      }
      return count
    },

    stop: () => producer.close(true),
  }
}

type LetterMessage = MessageToProduce<string, Buffer, string, string>

function toMessage(topic: string, { record, reason, detail }: DeadLetter): LetterMessage {
  return {
    topic,
    partition: PARTITION,
    key: recordKey(record.identity),
    value: record.payload,
    timestamp: BigInt(Date.now()),
    headers: {
      [RECORD_HEADER]: recordHeader(record),
      [REASON]: reason,
      [DETAIL]: detail.slice(0, 1_000),
      [PLACE]: `${record.receivedAt}/${record.partition}/${record.offset}`,
    },
  }
}

function toEvent(topic: string, partitions: number, record: DeadLetter['record']): LetterMessage {
  return {
    topic,
    partition: partitionOf(record.identity.probeId, partitions),
    key: recordKey(record.identity),
    value: record.payload,
    timestamp: BigInt(record.receivedAt),
    headers: { [RECORD_HEADER]: recordHeader(record) },
  }
}

function bytes(data?: string): Buffer | undefined {
  return data === undefined ? undefined : Buffer.from(data)
}
