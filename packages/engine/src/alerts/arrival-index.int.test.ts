import { type EventDocument, LOG_END, type LogRecord, prepare } from '@watchpost/model'
import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventIndex } from '../event-index.ts'
import { createGenerationIndex } from '../generation-index.ts'
import { createAlertScan } from './alert-scan.ts'
import { type ArrivalIndex, createArrivalIndex } from './arrival-index.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
const generation = { number: 1, day: '2026-11-14' }
/** Two logs with the same offsets; the second has more partitions. */
const places = [
  [1_794_906_000, 0, 0],
  [1_794_906_000, 0, 5],
  [1_794_906_000, 2, 0],
  [1_794_999_000, 0, 0],
  [1_794_999_000, 0, 1],
  [1_794_999_000, 7, 3],
] as const

function entryAt([epoch, partition, offset]: (typeof places)[number], sequence: number): EventDocument {
  const event = {
    event_type: 'alert',
    timestamp: '2026-11-14T09:12:33.412345+0000',
    src_ip: '192.0.2.7',
    alert: { signature: 'SYNTHETIC', severity: 1 },
  }
  const record: LogRecord = {
    identity: { probeId: 7, stream: 'e'.repeat(32), sequence },
    fqdn: 'probe-07.example.test',
    policyVersion: 1,
    receivedAt: Date.parse('2026-11-14T09:12:35.001Z'),
    epoch,
    partition,
    offset,
    payload: Buffer.from(JSON.stringify(event)),
  }
  const outcome = prepare(record)
  if (outcome.kind !== 'ready' || !outcome.document.entry) throw new Error('the event is no alert')
  return outcome.document.entry
}

let engine: TestEngine
let index: ArrivalIndex

beforeAll(async () => {
  engine = testEngine()
  const { client, config } = engine
  const generationIndex = createGenerationIndex(client, config)
  await generationIndex.create(generation)
  const placed = places.map((place, n) => {
    const { id, family, json } = entryAt(place, n)
    return { id, json, index: generationIndex.indexName(family, generation) }
  })
  const events = createEventIndex(client, { concurrency: 1, maxBulkBytes: 5_000_000 })
  const results = await events.write(placed, AbortSignal.timeout(30_000))
  if (results.some(({ kind }) => kind !== 'created')) throw new Error('not all entries were stored')
  index = createArrivalIndex(client, config)
  await index.refresh()
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

const [first, second] = [1_794_906_000, 1_794_999_000]

test('reads alerts within ranges of one epoch, ordered by partition and offset', async () => {
  const within = async (epoch: number, ranges: Parameters<ArrivalIndex['within']>[0]['ranges'], limit = 10) => {
    const found = await index.within({ filter: {}, epoch, ranges, limit, hasContributions: false }, asking)
    return found.map(({ ingest }) => [ingest.epoch, ingest.partition, ingest.offset])
  }
  expect(await within(second, [{ partition: 0, from: 0, to: 2 }])).toEqual([places[3], places[4]])
  expect(await within(first, [{ partition: 0, from: 1, to: LOG_END }])).toEqual([places[1]])
  const rest = [
    { partition: 0, from: 1, to: LOG_END },
    { partition: 1, from: 0, to: LOG_END, andHigher: true as const },
  ]
  expect(await within(first, rest)).toEqual([places[1], places[2]])
  expect(await within(second, rest, 1)).toEqual([places[4]])
  expect(await within(second, rest)).toEqual([places[4], places[5]])
})

test('finds the epochs that have alerts, in order', async () => {
  expect(await index.epochAfter(0, asking)).toBe(first)
  expect(await index.epochAfter(first, asking)).toBe(second)
  expect(await index.epochAfter(second, asking)).toBeUndefined()
})

test('a position comes after all earlier epochs, and after lower offsets of its own epoch', async () => {
  const alerts = createAlertScan(engine.client, engine.config)
  const day = { from: '2026-11-14T00:00:00.000Z', to: '2026-11-15T00:00:00.000Z' }
  const count = (epoch: number, offsets: [number, number][]) =>
    alerts.count({ ...day, below: { epoch, offsets: new Map(offsets) } }, asking)
  expect(await count(0, [])).toBe(0)
  expect(await count(first, [[0, 5]])).toBe(1)
  expect(await count(second, [])).toBe(3)
  expect(await count(second, [[0, 1]])).toBe(4)
  expect(await count(second + 1, [])).toBe(6)
})
