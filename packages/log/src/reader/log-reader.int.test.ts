import { Admin } from '@platformatic/kafka'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { createBacklog } from '../backlog.ts'
import { createLogPositions } from '../log-positions.ts'
import { createLogReader } from './log-reader.ts'
import { createLogWriter } from '../log-writer.ts'
import { readTopicId, topicNames } from '../topics.ts'

const header = { fqdn: 'p', policyVersion: 1 }
const probes = [0, 1, 2, 3]

/** A reader that reads and commits until it is stopped, with its reports. */
async function startReader(config: LogConfig, clientId: string, seen: Set<string>) {
  const holes: string[] = []
  const onExpired = (partition: number, count: number) => holes.push(`${partition}: ${count}`)
  const topicId = await readTopicId(config, 'test-topic')
  const reader = createLogReader(config, { clientId, group: 'indexer', topicId, maxRecords: 50, onExpired })
  const stop = new AbortController()
  await reader.start()
  const reading = (async () => {
    for await (const batch of reader.batches(stop.signal)) {
      for (const { identity } of batch) seen.add(`${identity.probeId}/${identity.sequence}`)
      await reader.commit(batch)
    }
  })()
  return {
    holes,
    assigned: reader.assigned,
    async stop() {
      stop.abort()
      await reading
      await reader.stop()
    },
  }
}

function createSender(config: LogConfig) {
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  let sent = 0
  return {
    async send(count: number): Promise<void> {
      const sequences = Array.from({ length: count }, (_, index) => sent + index)
      sent += count
      for (const probeId of probes) {
        const records = sequences.map((sequence) => ({
          identity: { probeId, stream: 'c'.repeat(32), sequence },
          payload: Buffer.from('{}'),
        }))
        await writer.append(header, Date.now(), records)
      }
    },
    stop: writer.stop,
  }
}

test('does not report records as lost that another reader has read', async () => {
  const config = await testLog()
  const { send, stop } = createSender(config)
  const seen = new Set<string>()
  const haveAll = (count: number) => expect.poll(() => seen.size, { timeout: 30_000 }).toBe(count * probes.length)

  const first = await startReader(config, 'first', seen)
  await send(100)
  await haveAll(100)
  const second = await startReader(config, 'second', seen)
  await expect.poll(() => [first, second].map((each) => each.assigned().length), { timeout: 30_000 }).toEqual([2, 2])
  await send(100)
  await haveAll(200)
  await second.stop()
  await expect.poll(() => first.assigned().length, { timeout: 30_000 }).toBe(4)
  await send(100)
  await haveAll(300)
  expect(first.holes).toEqual([])
  await Promise.all([first.stop(), stop()])
})

test('reports records that the log deleted unread, once', async () => {
  const config = await testLog()
  const { send, stop } = createSender(config)
  const seen = new Set<string>()
  const before = await startReader(config, 'before', seen)
  await send(10)
  await expect.poll(() => seen.size, { timeout: 30_000 }).toBe(40)
  await before.stop()
  await send(20)

  const admin = new Admin(clientOptions(config, 'test-admin'))
  await admin.deleteRecords({
    topics: [{ name: topicNames(config).events, partitions: [{ partition: 2, offset: 25n }] }],
  })
  await admin.close()
  const after = await startReader(config, 'after', seen)
  await expect.poll(() => seen.size, { timeout: 30_000 }).toBe(4 * 30 - 15)
  expect(after.holes).toEqual(['2: 15'])
  await Promise.all([after.stop(), stop()])
})

test('a batch from before a rebalance does not reset the positions of partitions that another copy reads', async () => {
  const config = await testLog()
  const { send, stop } = createSender(config)
  const positions = createLogPositions(config, 'test-positions')
  await send(10)
  const options = { clientId: 'slow', group: 'indexer', maxRecords: 2_000, lingerMs: 3_000 }
  const slow = createLogReader(config, { ...options, topicId: await positions.topicId() })
  await slow.start()
  const ended = new AbortController()
  const batches = slow.batches(ended.signal)
  const held = (await batches.next()).value ?? []
  expect(held.length).toBe(40)
  const seen = new Set<string>()
  const quick = await startReader(config, 'quick', seen)
  await expect.poll(() => [slow, quick].map((each) => each.assigned().length), { timeout: 30_000 }).toEqual([2, 2])
  await send(10)
  const [one = -1] = quick.assigned()
  await expect.poll(async () => (await positions.committed('indexer')).get(one), { timeout: 30_000 }).toBe(20)
  await slow.commit(held)
  expect.soft((await positions.committed('indexer')).get(one), 'who reads it now is thrown back').toBe(20)
  // It still commits its own partition.
  const [own = -1] = slow.assigned()
  expect.soft((await positions.committed('indexer')).get(own)).toBe(10)
  while ((await positions.committed('indexer')).get(own) !== 20) await slow.commit((await batches.next()).value ?? [])
  // All records have been read. Here an unread record counts as old after a second, in production after 16.8 hours.
  const backlog = createBacklog(config, 'indexer')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const { records, isOld } = await backlog.measure(1 / 86_400)
  expect.soft({ records, isOld }, 'what a gateway sees').toEqual({ records: 0, isOld: false })
  await backlog.stop()
  ended.abort()
  await Promise.all([quick.stop(), slow.stop(), positions.stop(), stop()])
})
