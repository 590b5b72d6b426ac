import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearchQueues, type QueueName, type SearchQueuesOptions, type Place } from './search-queues.ts'

const limits = {
  cheap: { running: 3, waiting: 6 },
  costly: { running: 2, waiting: 4 },
  caller: { running: 2, costly: 1, waiting: 3 },
} satisfies SearchQueuesOptions

const nothing = () => undefined

test('starts searches at once while there is capacity', () => {
  const queues = createSearchQueues(limits)
  expect(queues.enter('a', 'cheap', nothing).isRunning).toBe(true)
  expect(queues.enter('a', 'costly', nothing).isRunning).toBe(true)
  expect(queues.enter('b', 'costly', nothing).isRunning).toBe(true)
  expect([queues.running('cheap'), queues.running('costly')]).toEqual([1, 2])
})

test('a full queue of costly searches does not delay cheap ones', () => {
  const queues = createSearchQueues(limits)
  for (const caller of ['a', 'b', 'c', 'd']) queues.enter(caller, 'costly', nothing)
  expect(queues.waiting('costly')).toBe(2)
  expect(queues.enter('e', 'cheap', nothing).isRunning).toBe(true)
})

test('limits the running searches of a caller, in all and costly', () => {
  const queues = createSearchQueues(limits)
  const begun: string[] = []
  const first = queues.enter('a', 'costly', nothing)
  queues.enter('a', 'costly', () => begun.push('costly'))
  expect(queues.enter('a', 'cheap', nothing).isRunning).toBe(true)
  expect(queues.enter('a', 'cheap', () => begun.push('cheap')).isRunning).toBe(false)
  expect(queues.enter('b', 'cheap', nothing).isRunning).toBe(true)
  first.answered()
  expect(begun).toEqual([])
  first.leave()
  expect(begun).toEqual(['cheap'])
})

test('callers take turns, however many searches each has queued', () => {
  const queues = createSearchQueues({
    ...limits,
    cheap: { running: 1, waiting: 9 },
    caller: { running: 1, costly: 1, waiting: 9 },
  })
  const order: string[] = []
  let running = queues.enter('first', 'cheap', nothing)
  for (const caller of ['a', 'a', 'a', 'b', 'c', 'b']) {
    const place: Place = queues.enter(caller, 'cheap', () => {
      order.push(caller)
      running = place
    })
  }
  for (let turn = 0; turn < 6; turn++) running.leave()
  expect(order.join('')).toBe('abcaba')
})

test('rejects and counts a search when the queue is full', () => {
  const turnedAway: string[] = []
  const queues = createSearchQueues({
    ...limits,
    onTurnedAway: (queue, reason) => turnedAway.push(`${queue} ${reason}`),
  })
  const refusal = expect.objectContaining({ code: 'too-many-requests', retryAfterSeconds: expect.any(Number) })
  for (let turn = 0; turn < 4; turn++) queues.enter('a', 'costly', nothing)
  expect(() => queues.enter('a', 'costly', nothing)).toThrow(refusal)
  expect(() => queues.enter('a', 'costly', nothing)).toThrow('3 of your searches wait already.')
  for (const caller of ['b', 'c']) queues.enter(caller, 'costly', nothing)
  expect(() => queues.enter('d', 'costly', nothing)).toThrow('4 searches wait already.')
  expect(turnedAway).toEqual(['costly caller-full', 'costly caller-full', 'costly queue-full'])
})

test('removes a caller that leaves the queue and frees its place', () => {
  const queues = createSearchQueues({ ...limits, cheap: { running: 1, waiting: 1 } })
  const begun: string[] = []
  const running = queues.enter('a', 'cheap', nothing)
  const impatient = queues.enter('b', 'cheap', () => begun.push('b'))
  impatient.leave()
  queues.enter('c', 'cheap', () => begun.push('c'))
  running.leave()
  running.leave()
  expect(begun).toEqual(['c'])
})

test('never exceeds a limit and never forgets a search, for any sequence', () => {
  const step = fc.record({
    caller: fc.constantFrom('a', 'b', 'c', 'd'),
    queue: fc.constantFrom<QueueName>('cheap', 'costly'),
    act: fc.constantFrom('enter', 'enter', 'answered', 'leave'),
    which: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queues = createSearchQueues(limits)
      const all: { caller: string; queue: QueueName; place: Place; isAnswered: boolean; begun: number }[] = []
      const underWay = (where: (entry: (typeof all)[number]) => boolean) =>
        all.filter((entry) => entry.place.isRunning && where(entry)).length
      for (const { caller, queue, act, which } of steps) {
        if (act === 'enter') {
          try {
            let begun = 0
            const place = queues.enter(caller, queue, () => begun++)
            all.push({
              caller,
              queue,
              place,
              isAnswered: false,
              get begun() {
                return begun
              },
            })
          } catch (error) {
            expect(error).toMatchObject({ code: 'too-many-requests' })
          }
        } else if (all.length > 0) {
          const entry = all[which % all.length]
          if (act === 'answered' && entry?.place.isRunning) {
            entry.place.answered()
            entry.isAnswered = true
          } else if (act === 'leave' && entry) {
            entry.place.leave()
            all.splice(all.indexOf(entry), 1)
          }
        }
        for (const name of ['cheap', 'costly'] as const) {
          const running = underWay((entry) => entry.queue === name && !entry.isAnswered)
          expect(queues.running(name)).toBe(running)
          expect(running).toBeLessThanOrEqual(limits[name].running)
          expect(queues.waiting(name)).toBe(
            all.filter((entry) => entry.queue === name && !entry.place.isRunning).length,
          )
        }
        for (const each of ['a', 'b', 'c', 'd']) {
          expect(underWay((entry) => entry.caller === each)).toBeLessThanOrEqual(limits.caller.running)
          expect(underWay((entry) => entry.caller === each && entry.queue === 'costly')).toBeLessThanOrEqual(1)
        }
        expect(all.every((entry) => entry.begun <= 1)).toBe(true)
      }
      // When all running searches have ended, all queued ones must have run.
      while (all.some(({ place }) => place.isRunning)) {
        const entry = all.find(({ place }) => place.isRunning)
        entry?.place.leave()
        if (entry) all.splice(all.indexOf(entry), 1)
      }
      expect(all).toEqual([])
    }),
  )
})
