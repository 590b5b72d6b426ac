import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { createSearching } from './searching.ts'
import { createSearchQueues } from './search-queues.ts'

function someSearching({ running = 1, perCaller = 1, waitMs = 60_000 } = {}) {
  const turnedAway: string[] = []
  const queues = createSearchQueues({
    cheap: { running, waiting: 10 },
    costly: { running: 1, waiting: 10 },
    caller: { running: perCaller, costly: 1, waiting: 5 },
  })
  const onTurnedAway = (queue: string, reason: string) => void turnedAway.push(`${queue} ${reason}`)
  const searching = createSearching({ queues, waitMs, onTurnedAway })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (caller: string, signal = new AbortController().signal) =>
    searching.run('cheap', { caller, requestId: 'r', signal }, async () => {
      begun.push(caller)
      await new Promise<void>((resolve) => ends.push(resolve))
      return caller
    })
  /** Ends the oldest running task. */
  const endOne = async () => {
    await sleep(0)
    ends.shift()?.()
    await sleep(0)
  }
  return { queues, run, searching, begun, endOne, turnedAway }
}

test('callers take turns, so that one with many requests delays another by one request at most', async () => {
  const { run, begun, endOne } = someSearching()
  const all = ['a', 'a', 'a', 'a', 'b'].map((caller) => run(caller))
  for (let turn = 0; turn < 5; turn++) await endOne()
  expect(begun.join('')).toBe('aabaa')
  expect(await Promise.all(all)).toEqual(['a', 'a', 'a', 'a', 'b'])
})

test('a caller never has more requests under way than allowed, while there is room for others', async () => {
  const { run, begun, endOne, queues } = someSearching({ running: 4, perCaller: 2 })
  const all = ['a', 'a', 'a', 'b'].map((caller) => run(caller))
  await sleep(0)
  expect(begun.join('')).toBe('aab')
  expect([queues.running('cheap'), queues.waiting('cheap')]).toEqual([3, 1])
  for (let turn = 0; turn < 4; turn++) await endOne()
  await Promise.all(all)
  expect([queues.running('cheap'), queues.waiting('cheap')]).toEqual([0, 0])
})

test('a request whose caller hangs up while it is queued never runs', async () => {
  const { run, begun, endOne, queues } = someSearching()
  const leaving = new AbortController()
  const first = run('a')
  const impatient = run('b', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(impatient).rejects.toThrow('gone')
  expect(queues.waiting('cheap')).toBe(0)
  await endOne()
  await first
  expect(begun).toEqual(['a'])
  await expect(run('c', leaving.signal)).rejects.toThrow('gone')
})

test('a request that waits too long is told to come back', async () => {
  const { run, endOne, queues, turnedAway } = someSearching({ waitMs: 10 })
  const first = run('a')
  await expect(run('b')).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 10 })
  expect(turnedAway).toEqual(['cheap too-long'])
  expect(queues.waiting('cheap')).toBe(0)
  await endOne()
  await first
})

test('a failed request frees its place', async () => {
  const { searching, run, endOne } = someSearching()
  const asking = { caller: 'a', requestId: 'r', signal: new AbortController().signal }
  const failure = new AppError('engine-unavailable')
  await expect(searching.run('cheap', asking, () => Promise.reject(failure))).rejects.toBe(failure)
  const next = run('a')
  await endOne()
  expect(await next).toBe('a')
})
