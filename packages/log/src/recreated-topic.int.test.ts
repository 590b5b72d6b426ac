import { Admin } from '@platformatic/kafka'
import type { LogRecord } from '@watchpost/model'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'
import { clientOptions, type LogConfig } from './log-config.ts'
import { createLogPositions } from './log-positions.ts'
import { LogReplaced } from './log-replaced.ts'
import { createLogWriter } from './log-writer.ts'
import { createLogFollower } from './reader/log-follower.ts'
import { createLogReader } from './reader/log-reader.ts'
import { ensureTopics, topicNames } from './topics.ts'

async function write(config: LogConfig, first: number, count: number): Promise<void> {
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  const records = Array.from({ length: count }, (_, index) => ({
    identity: { probeId: 1, stream: 'e'.repeat(32), sequence: first + index },
    payload: Buffer.from('{}'),
  }))
  await writer.append({ fqdn: 'p', policyVersion: 1 }, Date.now(), records)
  await writer.stop()
}

async function recreate(config: LogConfig): Promise<void> {
  const admin = new Admin(clientOptions(config, 'test-admin'))
  const { events } = topicNames(config)
  await admin.deleteTopics({ topics: [events] })
  await expect.poll(async () => (await admin.listTopics()).includes(events), { timeout: 20_000 }).toBe(false)
  await admin.close()
  await ensureTopics(config)
}

const readerOf = (config: LogConfig, topicId: string, epoch: number) =>
  createLogReader(config, { clientId: `reader-${epoch}`, group: 'indexer', topicId, epoch, maxRecords: 100 })

async function readAndCommit(config: LogConfig, topicId: string, epoch: number, count: number): Promise<LogRecord[]> {
  const reader = readerOf(config, topicId, epoch)
  const read: LogRecord[] = []
  await reader.start()
  for await (const batch of reader.batches(AbortSignal.timeout(30_000))) {
    read.push(...batch)
    await reader.commit(batch)
    if (read.length >= count) break
  }
  await reader.stop()
  return read
}

test('gives a recreated topic a new id, and ignores the positions that were committed in the old one', async () => {
  const config = await testLog()
  const positions = createLogPositions(config, 'test-positions')
  const backlog = createBacklog(config, 'indexer')
  const old = await positions.topicId()
  expect(await positions.topicId()).toBe(old)
  await write(config, 0, 50)
  expect(await readAndCommit(config, old, 1, 50)).toHaveLength(50)
  expect(await positions.committed('indexer')).toEqual(new Map([[1, 50]]))

  await recreate(config)
  const present = await positions.topicId()
  expect(present).not.toBe(old)
  expect(await positions.committed('indexer')).toEqual(new Map())
  await write(config, 50, 80)
  expect((await backlog.measure(1)).records).toBe(80)
  expect((await positions.progress('indexer')).get(1)).toEqual({ committed: 0, end: 80 })

  const read = await readAndCommit(config, present, 2, 80)
  expect(read.map(({ epoch, offset }) => [epoch, offset])).toEqual(Array.from({ length: 80 }, (_, at) => [2, at]))
  expect(await positions.committed('indexer')).toEqual(new Map([[1, 80]]))
  await Promise.all([positions.stop(), backlog.stop()])
}, 90_000)

test('readers of a deleted topic read nothing from its replacement', async () => {
  const config = await testLog()
  const positions = createLogPositions(config, 'test-positions')
  const old = await positions.topicId()
  await write(config, 0, 10)
  const running = readerOf(config, old, 1)
  await running.start()
  const stop = new AbortController()
  const seen: number[] = []
  const reading = (async () => {
    for await (const batch of running.batches(stop.signal)) seen.push(...batch.map(({ identity }) => identity.sequence))
  })().catch((error: unknown) => error)
  await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(10)

  await recreate(config)
  // More than it has read, so that there is a record at its offset again.
  await write(config, 100, 40)
  const late = readerOf(config, old, 1)
  await late.start()
  await expect(late.batches(AbortSignal.timeout(30_000)).next()).rejects.toThrow(LogReplaced)
  const options = { clientId: 'test-follower', topicId: old, from: new Map([[1, 10]]), maxRecords: 10 }
  const follower = createLogFollower(config, options)
  await expect(follower.batches(AbortSignal.timeout(30_000)).next()).rejects.toThrow(LogReplaced)

  expect(seen).toHaveLength(10)
  stop.abort()
  await reading
  await Promise.allSettled([running.stop(), late.stop(), follower.stop(), positions.stop()])
}, 90_000)
