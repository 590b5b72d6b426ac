import { Readable } from 'node:stream'
import { type LogRecord, RECORD_HEADER, recordHeader, recordKey } from '@watchpost/model'
import { expect, test } from 'vitest'
import { type EventMessage, type EventStream, recordBatches } from './record-batches.ts'

function aMessage(offset: number): EventMessage {
  const identity = { probeId: 1, stream: 'a'.repeat(32), sequence: offset }
  const message: Partial<EventMessage> = {
    key: recordKey(identity),
    value: Buffer.from('{}'),
    headers: new Map([[RECORD_HEADER, recordHeader({ fqdn: 'p', policyVersion: 1, receivedAt: 1 })]]),
    partition: 0,
    offset: BigInt(offset),
    timestamp: 0n,
  }
  return message as EventMessage
}

test('fetches again after everything that was held has been dropped', async () => {
  let isPaused = false
  const stream = new Readable({ objectMode: true, read: () => undefined })
  stream.pause = () => {
    isPaused = true
    return stream
  }
  stream.resume = () => {
    isPaused = false
    stream.push(aMessage(10))
    return stream
  }
  const stop = new AbortController()
  const accept = ({ offset }: EventMessage) => offset >= 10n
  const options = { maxRecords: 3, lingerMs: 1, isAssigned: () => true, accept }
  const batches = recordBatches(stream as EventStream, options, stop.signal)
  const first = batches.next()
  await new Promise((resolve) => setImmediate(resolve))
  // As the client does: what it fetched is added after it told of the fetch, so the second fetch finds it full.
  for (const offset of [0, 1, 2, 3]) stream.push(aMessage(offset))
  stream.emit('fetch')
  expect(isPaused).toBe(true)
  const batch: LogRecord[] = (await first).value ?? []
  expect(batch.map(({ offset }) => offset)).toEqual([10])
  stop.abort()
})
