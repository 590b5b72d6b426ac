import { Admin, ConfigResourceTypes, Producer } from '@platformatic/kafka'
import type { LogRecord } from '@watchpost/model'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { createDeadLetters } from './dead-letters/dead-letters.ts'
import { clientOptions, type LogConfig } from './log-config.ts'
import { createLogFollower } from './reader/log-follower.ts'
import { createLogPositions } from './log-positions.ts'
import { createLogWriter } from './log-writer.ts'
import { ensureTopics, readTopicId, topicNames } from './topics.ts'

const header = { fqdn: 'p', policyVersion: 1 }
const identity = { probeId: 1, stream: 'c'.repeat(32), sequence: 0 }
const year2000 = Date.parse('2000-01-01T00:00:00Z')
const HOUR_MS = 3_600_000

async function readFirst(config: LogConfig): Promise<LogRecord | undefined> {
  const topicId = await readTopicId(config, 'test-topic')
  const follower = createLogFollower(config, { clientId: 'test-follower', topicId, from: new Map(), maxRecords: 10 })
  try {
    for await (const [record] of follower.batches(AbortSignal.timeout(30_000))) return record
    return undefined
  } finally {
    await follower.stop()
  }
}

/** The offset of the first record that the broker stored at or after `time`. */
async function firstSince(config: LogConfig, time: number): Promise<number | undefined> {
  const positions = createLogPositions(config, 'test-positions')
  try {
    return (await positions.since(time)).get(1)
  } finally {
    await positions.stop()
  }
}

test('uses the broker time for the age of a record with a timestamp in 2000, and keeps its arrival time', async () => {
  const config = await testLog()
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, year2000, [{ identity, payload: Buffer.from('{}') }])
  await writer.stop()
  expect(await firstSince(config, Date.now() - HOUR_MS)).toBe(0)
  expect(await firstSince(config, Date.now() + HOUR_MS)).toBe(1)
  expect(await readFirst(config)).toMatchObject({ identity, receivedAt: year2000 })
})

test('accepts a record with a timestamp in 2100, and keeps its arrival time', async () => {
  const config = await testLog()
  const year2100 = Date.parse('2100-01-01T00:00:00Z')
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  await writer.append(header, year2100, [{ identity, payload: Buffer.from('{}') }])
  await writer.stop()
  expect(await firstSince(config, Date.now() + HOUR_MS)).toBe(1)
  expect(await readFirst(config)).toMatchObject({ receivedAt: year2100 })
})

test('keeps the arrival time of a retried dead letter', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-letters')
  const record = { identity, ...header, receivedAt: year2000, partition: 1, offset: 0, payload: Buffer.from('{}') }
  await letters.park([{ record, reason: 'refused-by-engine', detail: 'as scripted' }])
  for await (const { parkedAt } of letters.list()) expect(Math.abs(Date.now() - parkedAt)).toBeLessThan(HOUR_MS)
  expect(await letters.retry({ forMs: 10_000 })).toMatchObject({ putBack: 1 })
  await letters.stop()
  expect(await firstSince(config, Date.now() - HOUR_MS)).toBe(0)
  expect(await readFirst(config)).toMatchObject({ receivedAt: year2000, retries: 1 })
})

test('switches topics of an earlier version to broker time, and keeps the times of their records', async () => {
  const config = { ...(await testLog()), prefix: `old-${Date.now()}-` }
  const { events, deadLetters } = topicNames(config)
  const admin = new Admin({ ...clientOptions(config, 'test-admin') })
  const earlier = [{ name: 'message.timestamp.after.max.ms', value: String(2n ** 63n - 1n) }]
  await admin.createTopics({ topics: [events], partitions: config.partitions, replicas: 1, configs: earlier })
  await admin.createTopics({ topics: [deadLetters], partitions: 1, replicas: 1, configs: earlier })
  const producer = new Producer(clientOptions(config, 'test-producer'))
  const receivedAt = Date.now() - HOUR_MS
  await producer.send({
    acks: -1,
    messages: [
      {
        topic: events,
        partition: 1,
        key: Buffer.from(`1/${identity.stream}/0`),
        value: Buffer.from('{}'),
        headers: new Map([[Buffer.from('watchpost'), Buffer.from('1\tp\t1')]]),
        timestamp: BigInt(receivedAt),
      },
    ],
  })
  await producer.close(true)

  await ensureTopics(config)
  await ensureTopics(config)
  const settingsOf = async (resourceName: string) => {
    const [described] = await admin.describeConfigs({
      resources: [{ resourceType: ConfigResourceTypes.TOPIC, resourceName }],
    })
    return new Map(described?.configs.map(({ name, value }) => [name, value]))
  }
  for (const topic of [events, deadLetters]) {
    // The controller confirms a change before the broker has applied it.
    const typeOf = async () => (await settingsOf(topic)).get('message.timestamp.type')
    await expect.poll(typeOf, { timeout: 10_000 }).toBe('LogAppendTime')
    expect((await settingsOf(topic)).get('message.timestamp.after.max.ms')).not.toBe(String(2n ** 63n - 1n))
  }
  await admin.close()
  expect(await readFirst(config)).toMatchObject({ identity, fqdn: 'p', receivedAt })
})
