import { Admin } from '@platformatic/kafka'
import type { DeadLetter } from '@watchpost/model'
import { testLog } from '@watchpost/testkit/test-log'
import { expect, test } from 'vitest'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { createLogFollower } from '../reader/log-follower.ts'
import { readTopicId } from '../topics.ts'
import { createDeadLetters, type DeadLetters } from './dead-letters.ts'
import { aLetter } from './fixtures/a-letter.ts'
import type { PageWish } from './letter-page.ts'

const budget = { letters: 10_000, bytes: 64 * 1024 ** 2, ms: 3_000 }
const several = (first: number, count: number, bytes = 200): DeadLetter[] =>
  Array.from({ length: count }, (_, index) => aLetter(first + index, bytes))

async function numbersOf(letters: DeadLetters, wish: Partial<PageWish<number>>): Promise<number[]> {
  const { start, end } = await letters.bounds()
  const asked = { order: 'newest' as const, from: start, to: end, limit: 200, budget, ...wish }
  const { rows } = await letters.page({ ...asked, pick: ({ record }) => record.identity.sequence })
  return rows
}

/** All events of the log, once there are `count` of them. */
async function eventsOf(config: LogConfig, count: number) {
  const stop = new AbortController()
  const topicId = await readTopicId(config, 'test-topic')
  const follower = createLogFollower(config, { clientId: 'test-events', topicId, from: new Map(), maxRecords: 500 })
  const found = []
  for await (const batch of follower.batches(stop.signal)) {
    found.push(...batch)
    if (found.length >= count) stop.abort()
  }
  await follower.stop()
  return found
}

test('reads parked letters from either end, and by number', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-dead')
  expect(await letters.bounds()).toEqual({ start: 0, retried: 0, end: 0 })
  expect(await numbersOf(letters, {})).toEqual([])
  for (let turn = 0; turn < 60; turn++) await letters.park(several(turn * 10, 10))
  await letters.park(several(600, 400))

  expect(await letters.waiting()).toBe(1_000)
  const all = Array.from({ length: 1_000 }, (_, index) => index)
  expect(await numbersOf(letters, { limit: 1_000 })).toEqual(all.toReversed())
  expect(await numbersOf(letters, { limit: 1_000, order: 'oldest' })).toEqual(all)
  expect(await numbersOf(letters, { from: 517, to: 518 })).toEqual([517])
  const [first] = await Array.fromAsync(letters.list())
  expect(first).toMatchObject({ ...aLetter(0, 200), parkedAt: expect.any(Number) })
  await letters.stop()
})

test('parks large letters in pieces and reads them within the budget', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-dead')
  await letters.park(several(0, 12, 2 * 1024 ** 2))
  await letters.park([aLetter(12, 15 * 1024 ** 2)])
  const spent = await letters.page({
    order: 'oldest',
    from: 0,
    to: 13,
    limit: 200,
    budget: { ...budget, bytes: 5 * 1024 ** 2 },
    pick: ({ number }) => number,
  })
  expect(spent).toEqual({ rows: [0, 1, 2], next: 3, read: 3 })
  expect((await Array.fromAsync(letters.list())).at(-1)?.record.payload.length).toBe(15 * 1024 ** 2)
  await letters.stop()
})

test('creates no consumer group when reading', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-dead')
  await letters.park(several(0, 3))
  for (let turn = 0; turn < 5; turn++) await numbersOf(letters, {})
  await Array.fromAsync(letters.list())
  const admin = new Admin(clientOptions(config, 'test-admin'))
  const groups = [...(await admin.listGroups()).keys()]
  expect(groups.filter((name) => name.startsWith(config.prefix))).toEqual([])
  await Promise.all([admin.close(), letters.stop()])
})

test('retries letters as they arrived but with the time of the retry, and counts retries that come back', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-dead')
  await letters.park(several(0, 1_300))
  const announced: object[] = []
  const done = await letters.retry({
    upTo: 1_199,
    forMs: 10_000,
    announce: async (range) => void announced.push(range),
  })
  expect(done).toEqual({ putBack: 1_200, upTo: 1_199, isComplete: true })
  expect(announced).toEqual([{ first: 0, last: 1_199 }])
  expect(await letters.bounds()).toEqual({ start: 0, retried: 1_200, end: 1_300 })

  const events = await eventsOf(config, 1_200)
  expect(events.map(({ identity }) => identity.sequence)).toEqual(Array.from({ length: 1_200 }, (_, index) => index))
  const { record } = aLetter(7, 200)
  expect(events[7]).toEqual({ ...record, partition: 3, offset: 7, retries: 1 })

  const [event] = events
  if (!event) throw new Error('no event')
  await letters.park([{ record: event, reason: 'not-json', detail: '' }])
  expect((await Array.fromAsync(letters.list())).at(-1)?.record).toMatchObject({
    retries: 1,
    receivedAt: record.receivedAt,
  })
  await letters.stop()
})

test('leaves letters that are parked during a retry waiting', async () => {
  const config = await testLog()
  const letters = createDeadLetters(config, 'test-dead')
  await letters.park(several(0, 50))
  const announce = () => letters.park(several(50, 7))
  expect(await letters.retry({ forMs: 10_000, announce })).toMatchObject({ putBack: 50, upTo: 49 })
  expect((await Array.fromAsync(letters.list())).map(({ number }) => number)).toEqual([50, 51, 52, 53, 54, 55, 56])
  await letters.stop()
})

test('fails fast when the log is unavailable', async () => {
  const config = { ...(await testLog()), brokers: ['127.0.0.1:9'] }
  const letters = createDeadLetters(config, 'test-dead')
  const began = Date.now()
  await expect(letters.bounds()).rejects.toThrow()
  await expect(letters.page({ order: 'newest', from: 0, to: 1, limit: 1, budget, pick: () => 1 })).rejects.toThrow()
  expect(Date.now() - began).toBeLessThan(5_000)
  await letters.stop()
})
