import type { KafkaRecord, MessageToProduce } from '@platformatic/kafka'
import { type DeadLetter, type DeadReason, readRecord, RECORD_HEADER, recordHeader, recordKey } from '@watchpost/model'
import { partitionOf, RETRY_HEADER, retryHeader } from '../record-format.ts'

/** A dead letter as stored in the log: the event, the reason and the time. */
export interface ParkedLetter extends DeadLetter {
  /** Its number in the queue. */
  number: number
  parkedAt: number
}

/** The topic has one partition, so that letters are in the order in which they were parked. */
export const LETTER_PARTITION = 0

const REASON = 'reason'
const DETAIL = 'detail'
const PLACE = 'place'
const mostOfDetail = 1_000

type LetterMessage = MessageToProduce<string, Buffer, string, string>

export function toMessage(topic: string, { record, reason, detail }: DeadLetter): LetterMessage {
  return {
    topic,
    partition: LETTER_PARTITION,
    key: recordKey(record.identity),
    value: record.payload,
    timestamp: BigInt(Date.now()),
    headers: {
      [RECORD_HEADER]: recordHeader(record),
      [REASON]: reason,
      [DETAIL]: detail.slice(0, mostOfDetail),
      [PLACE]: [record.receivedAt, record.partition, record.offset, record.retries ?? 0].join('/'),
    },
  }
}

/**
 * A letter as an event again. Its record has the time of the retry, or the log could delete it before it is read; its
 * header has the time of arrival.
 */
export function toEvent(topic: string, partitions: number, { record }: DeadLetter): LetterMessage {
  return {
    topic,
    partition: partitionOf(record.identity.probeId, partitions),
    key: recordKey(record.identity),
    value: record.payload,
    timestamp: BigInt(Date.now()),
    headers: {
      [RECORD_HEADER]: recordHeader(record),
      [RETRY_HEADER]: retryHeader({ receivedAt: record.receivedAt, retries: (record.retries ?? 0) + 1 }),
    },
  }
}

/** Parses a letter; undefined for records that are not letters. */
export function readLetter(
  { key, value, headers: pairs }: Pick<KafkaRecord, 'key' | 'value' | 'headers'>,
  { number, parkedAt }: Pick<ParkedLetter, 'number' | 'parkedAt'>,
): ParkedLetter | undefined {
  const headers = new Map(pairs.map(([name, content]) => [name?.toString() ?? '', content?.toString() ?? '']))
  const known = readRecord(key?.toString() ?? '', headers.get(RECORD_HEADER) ?? '')
  if (!known) return undefined
  const [receivedAt = 0, partition = 0, offset = 0, retries = 0] = (headers.get(PLACE) ?? '').split('/').map(Number)
  return {
    number,
    parkedAt,
    reason: headers.get(REASON) as DeadReason,
    detail: headers.get(DETAIL) ?? '',
    record: {
      ...known,
      receivedAt,
      partition,
      offset,
      payload: value ?? Buffer.alloc(0),
      ...(retries > 0 && { retries }),
    },
  }
}
