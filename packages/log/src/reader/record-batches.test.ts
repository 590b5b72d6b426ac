import { Readable } from 'node:stream'
import type { KafkaRecord } from '@platformatic/kafka'
import { type LogRecord, RECORD_HEADER, recordHeader, recordKey } from '@watchpost/model'
import { expect, test } from 'vitest'
import { retryHeader, RETRY_HEADER } from '../record-format.ts'
import { createPartitionOrder } from './partition-order.ts'
import { type EventMessage, type EventStream, recordBatches, type RecordBatchOptions } from './record-batches.ts'

const headers: KafkaRecord['headers'] = [
  [Buffer.from(RECORD_HEADER), Buffer.from(recordHeader({ fqdn: 'p', policyVersion: 1, receivedAt: 1 }))],
]

function aRecord(offset: number, offsetDelta: number): KafkaRecord {
  const key = Buffer.from(recordKey({ probeId: 1, stream: 'a'.repeat(32), sequence: offset }))
  return { length: 1, attributes: 0, timestampDelta: 0n, offsetDelta, key, value: Buffer.from('{}'), headers }
}

/** A batch of the log with records at these offsets. */
function aMessage(...offsets: number[]): EventMessage {
  const [firstOffset = 0] = offsets
  const records = offsets.map((offset) => aRecord(offset, offset - firstOffset))
  const message: Partial<EventMessage> = {
    value: { firstOffset, firstTimestamp: 0n, records },
    partition: 0,
    leaderEpoch: 2,
    offset: BigInt(offsets.at(-1) ?? 0),
  }
  return message as EventMessage
}

/** A stream that the test feeds, and its batches of records. */
function reading(options: Partial<RecordBatchOptions> & { resume?: (stream: Readable) => void } = {}) {
  let isPaused = false
  const held = { count: 0 }
  const stream = new Readable({ objectMode: true, read: () => undefined })
  stream.pause = () => {
    isPaused = true
    return stream
  }
  stream.resume = () => {
    isPaused = false
    options.resume?.(stream)
    return stream
  }
  const stop = new AbortController()
  const order = createPartitionOrder({ firstKept: async () => 0n })
  order.startAt(0, 0n)
  const batches = recordBatches(
    stream as EventStream,
    {
      maxRecords: 3,
      lingerMs: 1,
      held,
      isAssigned: () => true,
      accept: (_, offset) => order.accept(0, offset),
      delivered: (partition, offset) => order.startAt(partition, offset + 1n),
      ...options,
    },
    stop.signal,
  )
  return {
    stop,
    held,
    order,
    isPaused: () => isPaused,
    next: async (): Promise<LogRecord[]> => (await batches.next()).value ?? [],
    /** Like the client: counts fetched records and emits `fetch` before it adds them. */
    fetch(...messages: EventMessage[]): void {
      held.count += messages.reduce((sum, { value }) => sum + value.records.length, 0)
      stream.emit('fetch')
      for (const each of messages) stream.push(each)
    },
  }
}

const offsetsOf = (batch: readonly LogRecord[]) => batch.map(({ offset }) => offset)

test('fetches again after all held records were dropped', async () => {
  const { stop, next, fetch, isPaused } = reading({
    accept: (_, offset) => offset >= 10n,
    resume: (stream) => void stream.push(aMessage(10)),
  })
  const first = next()
  await new Promise((resolve) => setImmediate(resolve))
  fetch(aMessage(0, 1), aMessage(2), aMessage(3))
  expect(isPaused()).toBe(true)
  expect(offsetsOf(await first)).toEqual([10])
  stop.abort()
})

test('fetches again after the client dropped records that were counted', async () => {
  const { stop, next, fetch, held, isPaused } = reading({ resume: (stream) => void stream.push(aMessage(0)) })
  const first = next()
  held.count = 1_000
  fetch()
  expect(isPaused()).toBe(true)
  expect(offsetsOf(await first)).toEqual([0])
  expect(isPaused()).toBe(false)
  stop.abort()
})

test('delivers an oversized batch of the log in parts, each record once', async () => {
  const { stop, next, fetch, held, order } = reading()
  fetch(aMessage(0, 1, 2, 3, 4), aMessage(5, 6))
  expect(offsetsOf(await next())).toEqual([0, 1, 2])
  expect([held.count, order.nextOf(0)]).toEqual([4, 3n])
  expect(offsetsOf(await next())).toEqual([3, 4, 5])
  expect(offsetsOf(await next())).toEqual([6])
  expect([held.count, order.nextOf(0)]).toEqual([0, 7n])
  stop.abort()
})

test('skips repeated records at the beginning of a batch', async () => {
  const { stop, next, fetch } = reading({ maxRecords: 10 })
  fetch(aMessage(0, 1, 2), aMessage(1, 2, 3, 4))
  expect(offsetsOf(await next())).toEqual([0, 1, 2, 3, 4])
  stop.abort()
})

test('does not count records missing within a batch as delivered', async () => {
  const { stop, next, fetch, order } = reading({ maxRecords: 10 })
  fetch(aMessage(0, 1, 3, 4))
  expect(offsetsOf(await next())).toEqual([0, 1])
  expect(order.nextOf(0)).toBe(2n)
  fetch(aMessage(2, 3, 4))
  expect(offsetsOf(await next())).toEqual([2, 3, 4])
  stop.abort()
})

test('delivers no more records of a partition that was lost while a batch waited', async () => {
  let isOurs = true
  const { stop, next, fetch, order } = reading({ accept: (_, offset) => isOurs && order.accept(0, offset) })
  fetch(aMessage(0, 1, 2, 3, 4))
  expect(offsetsOf(await next())).toEqual([0, 1, 2])
  isOurs = false
  const second = next()
  await new Promise((resolve) => setImmediate(resolve))
  // By then another copy has read them.
  isOurs = true
  order.startAt(0, 5n)
  fetch(aMessage(5))
  expect(offsetsOf(await second)).toEqual([5])
  stop.abort()
})

test('delivers only the awaited record of a partition that was lost during a wait', async () => {
  let isOurs = true
  const waits = async () => {
    isOurs = false
    return true
  }
  const { stop, next, fetch } = reading({ accept: () => isOurs && waits() })
  fetch(aMessage(0, 1, 2))
  expect(offsetsOf(await next())).toEqual([0])
  stop.abort()
})

test('reads identity, header, payload and retry count of each record', async () => {
  const { stop, next, fetch } = reading()
  const retry = [Buffer.from(RETRY_HEADER), Buffer.from(retryHeader({ receivedAt: 99, retries: 2 }))] as const
  const retried: KafkaRecord = { ...aRecord(1, 1), headers: [...headers, [...retry]] }
  const message = aMessage(0)
  fetch({ ...message, value: { ...message.value, records: [...message.value.records, retried] } })
  const identity = { probeId: 1, stream: 'a'.repeat(32) }
  const common = { fqdn: 'p', policyVersion: 1, partition: 0, payload: Buffer.from('{}') }
  expect(await next()).toEqual([
    { ...common, identity: { ...identity, sequence: 0 }, receivedAt: 1, offset: 0 },
    { ...common, identity: { ...identity, sequence: 1 }, receivedAt: 99, retries: 2, offset: 1 },
  ])
  stop.abort()
})

test('uses the time of the log for a record without an arrival time', async () => {
  const { stop, next, fetch } = reading()
  const record = { ...aRecord(0, 0), timestampDelta: 7n, headers: [[headers[0]?.[0] ?? null, Buffer.from('1\tp')]] }
  fetch({ ...aMessage(0), value: { firstOffset: 0, firstTimestamp: 1_000n, records: [record as KafkaRecord] } })
  expect(await next()).toMatchObject([{ receivedAt: 1_007, fqdn: 'p' }])
  stop.abort()
})

test('fails on a record that was not written by a gateway', async () => {
  const { next, fetch } = reading()
  const message = aMessage(0)
  const foreign = { ...aRecord(0, 0), headers: [] }
  fetch({ ...message, value: { ...message.value, records: [foreign] } })
  await expect(next()).rejects.toThrow('record 0:0 was not written by a gateway of ours')
})
