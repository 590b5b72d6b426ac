import type { Message, MessagesStream } from '@platformatic/kafka'
import { type LogRecord, readRecord, RECORD_HEADER } from '@watchpost/model'
import { readRetryHeader, RETRY_HEADER } from '../record-format.ts'
import { createStreamAlarm, type StreamAlarm } from './stream-alarm.ts'
import { createStreamValve } from './stream-valve.ts'

export type EventMessage = Message<string, Buffer, string, string>
export type EventStream = MessagesStream<string, Buffer, string, string>

export interface RecordBatchOptions {
  maxRecords: number
  /** How long to wait for a batch to fill once it has its first record. */
  lingerMs: number
  isAssigned(): boolean
  /** Whether this message is to be delivered. */
  accept(message: EventMessage): boolean | Promise<boolean>
}

/** How long to sleep when nothing comes; only a safeguard, since whatever comes wakes us. */
const IDLE_MS = 1_000

/** A stream's records in batches, in the order of each partition, until `stop`. */
export async function* recordBatches(
  stream: EventStream,
  { maxRecords, lingerMs, isAssigned, accept }: RecordBatchOptions,
  stop: AbortSignal,
): AsyncGenerator<LogRecord[]> {
  const alarm = createStreamAlarm(stream, isAssigned)
  const valve = createStreamValve(stream, maxRecords)

  async function fill(waiting: StreamAlarm): Promise<LogRecord[]> {
    const batch: LogRecord[] = []
    let deadline = 0
    while (!stop.aborted && batch.length < maxRecords) {
      const message = stream.read() as EventMessage | null
      if (message) {
        const verdict = accept(message)
        // Only a gap makes it wait: most records are decided at once.
        if (!(typeof verdict === 'boolean' ? verdict : await verdict)) continue
        batch.push(toRecord(message))
        deadline ||= Date.now() + lingerMs
      } else if (batch.length > 0 && Date.now() >= deadline) {
        break
      } else {
        // All that was read may have been dropped: then no batch comes that would open it.
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

function toRecord(message: EventMessage): LogRecord {
  const known = readRecord(message.key, message.headers.get(RECORD_HEADER) ?? '')
  if (!known) throw new Error(`record ${message.partition}:${message.offset} was not written by a gateway of ours`)
  return {
    ...known,
    receivedAt: known.receivedAt ?? Number(message.timestamp),
    partition: message.partition,
    offset: Number(message.offset),
    payload: message.value,
    ...readRetryHeader(message.headers.get(RETRY_HEADER)),
  }
}
