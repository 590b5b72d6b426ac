import { once } from 'node:events'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { createEventConsumer } from './event-consumer.ts'
import { wrapsError } from '../kafka-error.ts'
import { createLogWriter } from '../log-writer.ts'
import { topicNames } from '../topics.ts'

test('rejects a commit of an older generation without rejoining; the heartbeat rejoins once', async () => {
  const config = await testLog()
  const topic = topicNames(config).events
  const writer = createLogWriter(config, { clientId: 'test-writer' })
  const identity = { probeId: 1, stream: 'd'.repeat(32), sequence: 0 }
  await writer.append({ fqdn: 'p', policyVersion: 1 }, Date.now(), [{ identity, payload: Buffer.from('{}') }])
  await writer.stop()

  const consumer = createEventConsumer(config, 'test', 'members')
  await consumer.consume({ topics: [topic], mode: 'committed', fallbackMode: 'earliest', autocommit: false })
  let joins = 0
  consumer.on('consumer:group:join', () => joins++)
  const offsets = [{ topic, partition: 0, offset: 1n, leaderEpoch: -1 }]

  consumer.generationId -= 1
  const again = once(consumer, 'consumer:group:join')
  const refused = await consumer.commit({ offsets }).catch((error: unknown) => error)
  expect(wrapsError(refused, 'needsRejoin', true)).toBe(true)
  expect(joins).toBe(0)

  await again
  await consumer.commit({ offsets })
  expect(joins).toBe(1)
  await consumer.close(true)
}, 30_000)
