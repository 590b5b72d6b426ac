import type { LogRecord } from '@watchpost/model'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'
import type { LogConfig } from './log-config.ts'
import { createLogFollower } from './reader/log-follower.ts'
import { createLogPositions } from './log-positions.ts'
import { createLogReader } from './reader/log-reader.ts'
import { createLogWriter } from './log-writer.ts'
import { ensureTopics, readTopicId } from './topics.ts'

const header = { fqdn: 'p', policyVersion: 1 }
const stream = 'c'.repeat(32)

function records(probeId: number, first: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    identity: { probeId, stream, sequence: first + index },
    payload: Buffer.from(`{"n":${first + index},"text":"é"}`),
  }))
}

const nameOf = ({ identity }: LogRecord) => `${identity.probeId}/${identity.sequence}`

/** Reads until `count` distinct events were seen, committing each batch. */
async function readAll(config: LogConfig, count: number): Promise<LogRecord[]> {
  const topicId = await readTopicId(config, 'test-topic')
  const reader = createLogReader(config, {
    clientId: 'test-reader',
    group: 'indexer',
    topicId,
    epoch: 7,
    maxRecords: 500,
  })
  const stop = new AbortController()
  const read: LogRecord[] = []
  const seen = new Set<string>()
  await reader.start()
  try {
    for await (const batch of reader.batches(stop.signal)) {
      read.push(...batch)
      for (const record of batch) seen.add(nameOf(record))
      await reader.commit(batch)
      if (seen.size >= count) stop.abort()
    }
  } finally {
    await reader.stop()
  }
  return read
}

test('stores concurrent writes to one partition, each record once and unchanged', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  const receivedAt = Date.now()
  // We have seen a client lose concurrent sends to one partition. This test would detect it.
  await Promise.all(
    Array.from({ length: 200 }, (_, turn) =>
      writer.append({ fqdn: 'p.example.test', policyVersion: 3 }, receivedAt, records(4, turn * 20, 20)),
    ),
  )
  await writer.stop()

  const read = await readAll(config, 4_000)
  expect(read).toHaveLength(4_000)
  expect(new Set(read.map(nameOf)).size).toBe(4_000)
  expect(read[0]).toMatchObject({
    fqdn: 'p.example.test',
    policyVersion: 3,
    epoch: 7,
    receivedAt,
    partition: 0,
    identity: { probeId: 4, stream },
  })
  expect(read.every(({ payload, identity }) => payload.toString() === `{"n":${identity.sequence},"text":"é"}`)).toBe(
    true,
  )
})

test('redelivers uncommitted records to the next reader of the group', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, Date.now(), records(1, 0, 100))
  const topicId = await readTopicId(config, 'test-topic')
  const first = createLogReader(config, { clientId: 'first', group: 'indexer', topicId, maxRecords: 40 })
  await first.start()
  for await (const batch of first.batches(AbortSignal.timeout(20_000))) {
    expect(batch).toHaveLength(40)
    break
  }
  await first.stop()
  await writer.stop()
  expect(await readAll(config, 100)).toHaveLength(100)
})

test('shares the partitions between two readers of a group without missing a record', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  const stop = new AbortController()
  const seen = new Set<string>()
  const topicId = await readTopicId(config, 'test-topic')
  const readers = ['a', 'b'].map((name) =>
    createLogReader(config, { clientId: name, group: 'indexer', topicId, maxRecords: 100 }),
  )
  await Promise.all(readers.map((each) => each.start()))
  const reading = readers.map(async (reader) => {
    for await (const batch of reader.batches(stop.signal)) {
      for (const record of batch) seen.add(nameOf(record))
      await reader.commit(batch)
    }
  })
  for (let turn = 0; turn < 20; turn++)
    await Promise.all([1, 2, 3, 4].map((probe) => writer.append(header, Date.now(), records(probe, turn * 25, 25))))
  await expect.poll(() => seen.size, { timeout: 30_000 }).toBe(2_000)
  expect(readers.map((each) => each.assigned().length)).toEqual([2, 2])
  stop.abort()
  await Promise.all(reading)
  await Promise.all([...readers.map((each) => each.stop()), writer.stop()])
})

test('counts unread records in the backlog, and none after they are read', async () => {
  const config = await testLog({ retentionBytes: 4 * 1024 ** 2 })
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, Date.now(), records(2, 0, 500))
  const backlog = createBacklog(config, 'indexer')
  const unread = await backlog.measure(0.7)
  expect(unread).toMatchObject({ records: 500, isOld: false })
  expect(unread.bytesShare).toBeGreaterThan(0)
  expect(unread.freeBytes).toBeGreaterThan(0)
  await readAll(config, 500)
  expect(await backlog.measure(0.7)).toMatchObject({ records: 0, bytesShare: 0, isOld: false })

  await Promise.all([backlog.stop(), writer.stop()])
})

test('returns the committed positions of a group and the end of the log', async () => {
  const config = await testLog()
  const positions = createLogPositions(config, 'test-positions')
  expect(await positions.committed('indexer')).toEqual(new Map())
  expect([...(await positions.ends()).values()]).toEqual([0, 0, 0, 0])
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, Date.now(), records(2, 0, 300))
  await readAll(config, 300)
  expect((await positions.ends()).get(2)).toBe(300)
  expect((await positions.committed('indexer')).get(2)).toBe(300)
  expect((await positions.committed('indexer')).has(1)).toBe(false)
  await Promise.all([positions.stop(), writer.stop()])
})

test('reports an old backlog once a record has waited for a share of the retention, by broker time', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, Date.now() - 20 * 3_600_000, records(2, 0, 1))
  const backlog = createBacklog(config, 'indexer')
  expect(await backlog.measure(0.7)).toMatchObject({ records: 1, isOld: false })
  const oneSecond = 1 / (config.retentionHours * 3_600)
  await expect.poll(async () => (await backlog.measure(oneSecond)).isOld).toBe(true)
  await Promise.all([backlog.stop(), writer.stop()])
})

test('ensures existing topics again without an error', async () => {
  const config = await testLog()
  await ensureTopics(config)
  await ensureTopics({ ...config, retentionHours: 48 })
})

test('follows all partitions from given offsets, alongside other readers, and reports expired records', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  for (const probeId of [0, 1, 2, 3]) await writer.append(header, Date.now(), records(probeId, 0, 50))
  const from = new Map([
    [0, 10],
    [1, 50],
  ])
  const topicId = await readTopicId(config, 'test-topic')
  const follower = createLogFollower(config, { clientId: 'test-follower', topicId, from, maxRecords: 30 })
  const stop = new AbortController()
  const read: string[] = []
  const reading = (async () => {
    for await (const batch of follower.batches(stop.signal)) {
      read.push(...batch.map(nameOf))
      if (read.length >= 150) stop.abort()
    }
  })()
  await writer.append(header, Date.now(), records(1, 50, 10))
  await reading
  await follower.stop()
  await writer.stop()
  expect(read).toHaveLength(150)
  expect(read.filter((name) => name.startsWith('0/'))[0]).toBe('0/10')
  expect(read.filter((name) => name.startsWith('1/'))).toEqual(Array.from({ length: 10 }, (_, at) => `1/${50 + at}`))
})

test('returns the position of the first record that the broker stored since a time, or the end', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  const positions = createLogPositions(config, 'test-positions')
  await writer.append(header, Date.now(), records(0, 0, 20))
  const between = Date.now() + 1
  await expect.poll(() => Date.now()).toBeGreaterThan(between)
  // The arrival time given by a gateway does not count.
  await writer.append(header, between - 60_000, records(0, 20, 5))
  await writer.append(header, between + 120_000, records(0, 25, 5))
  expect((await positions.since(between)).get(0)).toBe(20)
  expect((await positions.since(between + 60_000)).get(0)).toBe(30)
  expect((await positions.since(0)).get(0)).toBe(0)
  expect((await positions.starts()).get(0)).toBe(0)
  await writer.stop()
  await positions.stop()
})
