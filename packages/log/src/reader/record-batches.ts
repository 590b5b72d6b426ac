import type { KafkaRecord, Message, MessagesStream } from '@platformatic/kafka'
import { createRecordRun, type LogRecord, RECORD_HEADER } from '@watchpost/model'
import { readRetryHeader, RETRY_HEADER } from '../record-format.ts'
import { createStreamAlarm, type StreamAlarm } from './stream-alarm.ts'
import { createStreamValve, type HeldRecords } from './stream-valve.ts'
import type { WholeBatch } from './whole-batches.ts'

export type EventMessage = Message<Buffer, WholeBatch>
export type EventStream = MessagesStream<Buffer, WholeBatch, Buffer, Buffer>

export interface RecordBatchOptions {
  maxRecords: number
  /** How long to wait for a batch to fill once it has its first record. */
  lingerMs: number
  /** Counts the records that the stream holds. */
  held: HeldRecords
  /** The epoch of the log that the stream reads. */
  epoch?: number | undefined
  isAssigned(): boolean
  /** Whether to deliver the record at this offset. */
  accept(message: Pick<EventMessage, 'partition' | 'leaderEpoch'>, offset: bigint): boolean | Promise<boolean>
  /** Called when the records that follow an accepted one without a gap, up to this offset, were delivered with it. */
  delivered(partition: number, offset: bigint): void
}

/** How long to sleep without records; only a safeguard, because every arrival wakes the loop. */
const IDLE_MS = 1_000

/** A stream's records in batches, in the order of each partition, until `stop`. A stream can be read only once. */
export async function* recordBatches(
  stream: EventStream,
  { maxRecords, lingerMs, held, epoch, isAssigned, accept, delivered }: RecordBatchOptions,
  stop: AbortSignal,
): AsyncGenerator<LogRecord[]> {
  const alarm = createStreamAlarm(stream, isAssigned)
  const valve = createStreamValve(stream, held, maxRecords)
  const readKey = createRecordRun().read
  let reading: Reading | undefined

  function next(): Reading | undefined {
    const message = stream.read() as EventMessage | null
    if (message) return { message, at: 0 }
    // Nothing is held now, even if the client dropped some of the counted records.
    held.count = 0
    return undefined
  }

  /** Takes the current record and those that follow it without a gap, synchronously. */
  function takeRun({ message, at }: Reading, batch: LogRecord[], most: number): number {
    const { records } = message.value
    const first = records[at]?.offsetDelta ?? 0
    let taken = 0
    for (let record = records[at]; record && taken < most && record.offsetDelta === first + taken; ) {
      batch.push(toRecord(message, record, readKey, epoch))
      taken++
      record = records[at + taken]
    }
    // The first one was already recorded when it was accepted.
    if (taken > 1) delivered(message.partition, BigInt(message.value.firstOffset + first + taken - 1))
    return taken
  }

  async function fill(waiting: StreamAlarm): Promise<LogRecord[]> {
    const batch: LogRecord[] = []
    let deadline = 0
    while (!stop.aborted && batch.length < maxRecords) {
      reading ??= next()
      if (reading) {
        const verdict = accept(reading.message, offsetOf(reading))
        const isAtOnce = typeof verdict === 'boolean'
        let done = 1
        // Only a gap needs a wait; most records are decided synchronously. After a wait the next record may no longer
        // be ours.
        if (isAtOnce ? verdict : await verdict) {
          done = takeRun(reading, batch, isAtOnce ? maxRecords - batch.length : 1)
          deadline ||= Date.now() + lingerMs
        }
        held.count -= done
        reading.at += done
        if (reading.at >= reading.message.value.records.length) reading = undefined
      } else if (batch.length > 0 && Date.now() >= deadline) {
        break
      } else {
        // If all records were dropped, no batch would open the valve.
        valve.open()
        await waiting.wait(stop, batch.length > 0 ? deadline - Date.now() : IDLE_MS)
      }
    }
    return batch
  }

  while (!stop.aborted) {
    const batch = await fill(alarm)
    valve.open()
    if (batch.length > 0) yield batch
    alarm.heard()
  }
}

/** A batch of the log that is being read, and the index of its next record. */
interface Reading {
  message: EventMessage
  at: number
}

function offsetOf({ message: { value }, at }: Reading): bigint {
  return BigInt(value.firstOffset + (value.records[at]?.offsetDelta ?? 0))
}

const headerName = Buffer.from(RECORD_HEADER)
const retryName = Buffer.from(RETRY_HEADER)
const nothing = Buffer.alloc(0)

function toRecord(
  { partition, value: { firstOffset, firstTimestamp } }: EventMessage,
  { key, value, headers, offsetDelta, timestampDelta }: KafkaRecord,
  readKey: ReturnType<typeof createRecordRun>['read'],
  epoch: number | undefined,
): LogRecord {
  const offset = firstOffset + offsetDelta
  const known = readKey(key ?? nothing, headerOf(headers, headerName) ?? nothing)
  if (!known) throw new Error(`record ${partition}:${offset} was not written by a gateway of ours`)
  const { identity, fqdn, policyVersion, receivedAt = Number(firstTimestamp + timestampDelta), timeBounds } = known
  const payload = value ?? nothing
  const record: LogRecord = { identity, fqdn, policyVersion, receivedAt, timeBounds, partition, offset, payload }
  if (epoch !== undefined) record.epoch = epoch
  // A record that came directly from a probe has only one header.
  return headers.length === 1 ? record : { ...record, ...readRetryHeader(headerOf(headers, retryName)?.toString()) }
}

function headerOf(headers: KafkaRecord['headers'], name: Buffer): Buffer | undefined {
  for (const [each, value] of headers) if (each?.equals(name)) return value ?? undefined
  return undefined
}
