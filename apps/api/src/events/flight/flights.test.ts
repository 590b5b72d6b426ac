import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@watchpost/contract'
import { expect, test } from 'vitest'
import type { Answer } from '../answer/answer.ts'
import type { AnswerListener } from '../answer/answer-reader.ts'
import type { EngineSearch, Question } from '../engine-search.ts'
import { createFlights } from './flights.ts'
import { createSearchQueues, type QueueName } from '../../queues/search-queues.ts'

/** An engine that answers when the test tells it to. */
function anEngine() {
  const asked: (Pick<AnswerListener, 'onHead' | 'resolve' | 'reject'> & { isAborted: boolean })[] = []
  const search: EngineSearch['search'] = (_question, listener) => {
    const entry = {
      onHead: (bytes: number | undefined) => listener.onHead(bytes),
      resolve: (answer: Answer) => listener.resolve(answer),
      reject: (error: Error) => listener.reject(error),
      isAborted: false,
    }
    asked.push(entry)
    return {
      abort() {
        entry.isAborted = true
      },
    }
  }
  return { search, asked }
}

function someFlights({ streams = 1, sharedBytes = 10_000_000, waitMs = 60_000 } = {}) {
  const engine = anEngine()
  const queues = createSearchQueues({
    cheap: { running: 2, waiting: 10 },
    costly: { running: 1, waiting: 10 },
    caller: { running: 2, costly: 1, waiting: 5 },
  })
  const events: string[] = []
  const flights = createFlights(
    engine,
    queues,
    { streams, sharedBytes, waitMs },
    {
      onTurnedAway: (queue, reason) => events.push(`${queue} ${reason}`),
      onShared: () => events.push('shared'),
      onCancelled: () => events.push('cancelled'),
      onCut: (reason) => events.push(`cut ${reason}`),
    },
  )
  const ask = (caller: string, key?: string, queue: QueueName = 'cheap') => {
    const connection = Object.assign(new EventEmitter(), { destroyed: false })
    const question: Question = {
      target: 'x',
      body: key ?? '{}',
      hasOwnTimeout: false,
      hasHits: false,
      queue,
      requestId: caller,
    }
    const answer = flights.ask({ question, caller, key, connection })
    const outcome = answer.then(
      (found) => (found.kind === 'whole' ? found.bytes.toString() : found.stream),
      (error: Error) => error.message,
    )
    return { outcome, close: () => connection.emit('close') }
  }
  return { flights, queues, events, ask, asked: engine.asked }
}
const whole = (text: string): Answer => ({ kind: 'whole', bytes: Buffer.from(text) })

test('sends identical concurrent searches once and answers all callers', async () => {
  const { ask, asked, events, queues } = someFlights()
  const waiting = ['a', 'b', 'c'].map((caller) => ask(caller, 'same'))
  expect(asked).toHaveLength(1)
  expect(queues.running('cheap')).toBe(1)
  expect(asked[0]?.onHead(100)).toBe('whole')
  asked[0]?.resolve(whole('answer'))
  expect(await Promise.all(waiting.map(({ outcome }) => outcome))).toEqual(['answer', 'answer', 'answer'])
  expect(events).toEqual(['shared', 'shared'])
  ask('d', 'same')
  expect(asked).toHaveLength(2)
})

test('sends different searches, and those without a key, each time', () => {
  const { ask, asked } = someFlights()
  ask('a', 'one')
  ask('b', 'other')
  expect(asked).toHaveLength(2)
  const alone = someFlights()
  alone.ask('a')
  alone.ask('b')
  expect(alone.asked).toHaveLength(2)
})

test('keeps a search while any caller waits, and cancels it when the last one leaves', async () => {
  const { ask, asked, events } = someFlights()
  const [first, second] = [ask('a', 'same'), ask('b', 'same')]
  first.close()
  expect(await first.outcome).toBe('the caller has left')
  expect(asked[0]?.isAborted).toBe(false)
  second.close()
  expect(asked[0]?.isAborted).toBe(true)
  expect(events).toEqual(['shared', 'cancelled'])
  ask('c', 'same')
  expect(asked).toHaveLength(2)
})

test('answers the remaining callers after the first one has left', async () => {
  const { ask, asked } = someFlights()
  const [first, second] = [ask('a', 'same'), ask('b', 'same')]
  first.close()
  asked[0]?.onHead(10)
  asked[0]?.resolve(whole('answer'))
  expect(await second.outcome).toBe('answer')
})

test('reports a failure to all callers', async () => {
  const { ask, asked, queues } = someFlights()
  const waiting = [ask('a', 'same'), ask('b', 'same')]
  asked[0]?.reject(new AppError('engine-timeout', 'too long'))
  expect(await Promise.all(waiting.map(({ outcome }) => outcome))).toEqual(['too long', 'too long'])
  expect(queues.running('cheap')).toBe(0)
})

test('starts all queued identical searches with the first that gets a turn', async () => {
  const { ask, asked, queues, events } = someFlights()
  const busy = ask('x', 'long', 'costly')
  const waiting = ['a', 'b', 'c'].map((caller) => ask(caller, 'same', 'costly'))
  expect([asked.length, queues.waiting('costly')]).toEqual([1, 3])
  asked[0]?.onHead(10)
  asked[0]?.resolve(whole('long answer'))
  expect(await busy.outcome).toBe('long answer')
  expect([asked.length, queues.waiting('costly'), queues.running('costly')]).toEqual([2, 0, 1])
  asked[1]?.onHead(10)
  asked[1]?.resolve(whole('answer'))
  expect(await Promise.all(waiting.map(({ outcome }) => outcome))).toEqual(['answer', 'answer', 'answer'])
  expect(events).toEqual(['shared', 'shared'])
})

test('does not start a search whose caller left the queue', async () => {
  const { ask, asked, queues } = someFlights()
  ask('x', 'long', 'costly')
  const impatient = ask('a', 'same', 'costly')
  impatient.close()
  expect(await impatient.outcome).toBe('the caller has left')
  expect(queues.waiting('costly')).toBe(0)
  asked[0]?.onHead(10)
  asked[0]?.resolve(whole('long answer'))
  expect(asked).toHaveLength(1)
})

test('streams a large answer to a single reader and frees its place in the queue', async () => {
  const { ask, asked, queues, flights } = someFlights()
  const reader = ask('a', 'large', 'costly')
  expect(asked[0]?.onHead(5_000_000)).toBe('stream')
  expect([queues.running('costly'), flights.streams()]).toEqual([0, 1])
  // A caller cannot join an answer that is already being streamed.
  ask('b', 'large', 'costly')
  expect(asked).toHaveLength(2)
  const stream = Readable.from(['x'])
  asked[0]?.resolve({ kind: 'stream', stream, contentBytes: undefined })
  expect(await reader.outcome).toBe(stream)
  stream.destroy()
  await new Promise((resolve) => stream.once('close', resolve))
  expect(flights.streams()).toBe(0)
})

test('rejects large answers beyond the stream limit before they begin', () => {
  const { ask, asked } = someFlights()
  ask('a')
  ask('b')
  expect(asked[0]?.onHead(5_000_000)).toBe('stream')
  expect(() => asked[1]?.onHead(5_000_000)).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
})

test('buffers a large shared answer until the last reader has it', async () => {
  const { ask, asked, flights } = someFlights()
  const readers = [ask('a', 'large'), ask('b', 'large')]
  expect(asked[0]?.onHead(6_000_000)).toBe('whole')
  expect(flights.sharedBytes()).toBe(6_000_000)
  asked[0]?.resolve(whole('answer'))
  await Promise.all(readers.map(({ outcome }) => outcome))
  readers[0]?.close()
  expect(flights.sharedBytes()).toBe(6_000_000)

  for (const caller of ['c', 'd']) ask(caller, 'another')
  expect(() => asked[1]?.onHead(6_000_000)).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  asked[1]?.reject(new Error('no room'))
  readers[1]?.close()
  expect(flights.sharedBytes()).toBe(0)
})

test('does not search for a caller that has already left', async () => {
  const { flights, asked } = someFlights()
  const connection = Object.assign(new EventEmitter(), { destroyed: true })
  const question: Question = {
    target: 'x',
    body: '',
    hasOwnTimeout: false,
    hasHits: false,
    queue: 'cheap',
    requestId: '',
  }
  await expect(flights.ask({ question, caller: 'a', key: undefined, connection })).rejects.toThrow('left')
  expect(asked).toEqual([])
})

test('rejects a caller that waits too long for a turn, and removes it completely', async () => {
  const { ask, asked, events, queues } = someFlights({ waitMs: 30 })
  const running = ask('a', 'one', 'costly')
  const [waiting, same] = [ask('b', 'two', 'costly'), ask('c', 'two', 'costly')]
  expect(await waiting.outcome).toContain('too long')
  expect(await same.outcome).toContain('too long')
  expect(events).toEqual(['costly too-long', 'costly too-long'])
  expect(queues.waiting('costly')).toBe(0)
  asked[0]?.onHead(1)
  asked[0]?.resolve(whole('x'))
  expect(await running.outcome).toBe('x')
  expect(asked).toHaveLength(1)
})

test('does not time out a search that has had its turn', async () => {
  const { ask, asked, events } = someFlights({ waitMs: 30 })
  const first = ask('a', 'one', 'costly')
  const second = ask('b', 'two', 'costly')
  asked[0]?.onHead(1)
  asked[0]?.resolve(whole('x'))
  expect(await first.outcome).toBe('x')
  await sleep(60)
  asked[1]?.onHead(1)
  asked[1]?.resolve(whole('y'))
  expect(await second.outcome).toBe('y')
  expect(events).toEqual([])
})
