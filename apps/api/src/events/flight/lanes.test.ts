import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes, type Lane, type LanesOptions, type Place } from './lanes.ts'

const limits = {
  cheap: { running: 3, waiting: 6 },
  costly: { running: 2, waiting: 4 },
  caller: { running: 2, costly: 1, waiting: 3 },
} satisfies LanesOptions

const nothing = () => undefined

test('starts searches at once while there is capacity', () => {
  const lanes = createLanes(limits)
  expect(lanes.enter('a', 'cheap', nothing).isRunning).toBe(true)
  expect(lanes.enter('a', 'costly', nothing).isRunning).toBe(true)
  expect(lanes.enter('b', 'costly', nothing).isRunning).toBe(true)
  expect([lanes.running('cheap'), lanes.running('costly')]).toEqual([1, 2])
})

test('a full queue of costly searches does not delay cheap ones', () => {
  const lanes = createLanes(limits)
  for (const caller of ['a', 'b', 'c', 'd']) lanes.enter(caller, 'costly', nothing)
  expect(lanes.waiting('costly')).toBe(2)
  expect(lanes.enter('e', 'cheap', nothing).isRunning).toBe(true)
})

test('limits the running searches of a caller, in all and costly', () => {
  const lanes = createLanes(limits)
  const begun: string[] = []
  const first = lanes.enter('a', 'costly', nothing)
  lanes.enter('a', 'costly', () => begun.push('costly'))
  expect(lanes.enter('a', 'cheap', nothing).isRunning).toBe(true)
  expect(lanes.enter('a', 'cheap', () => begun.push('cheap')).isRunning).toBe(false)
  expect(lanes.enter('b', 'cheap', nothing).isRunning).toBe(true)
  first.answered()
  expect(begun).toEqual([])
  first.leave()
  expect(begun).toEqual(['cheap'])
})

test('callers take turns, however many searches each has queued', () => {
  const lanes = createLanes({
    ...limits,
    cheap: { running: 1, waiting: 9 },
    caller: { running: 1, costly: 1, waiting: 9 },
  })
  const order: string[] = []
  let running = lanes.enter('first', 'cheap', nothing)
  for (const caller of ['a', 'a', 'a', 'b', 'c', 'b']) {
    const place: Place = lanes.enter(caller, 'cheap', () => {
      order.push(caller)
      running = place
    })
  }
  for (let turn = 0; turn < 6; turn++) running.leave()
  expect(order.join('')).toBe('abcaba')
})

test('rejects and counts a search when the queue is full', () => {
  const turnedAway: string[] = []
  const lanes = createLanes({ ...limits, onTurnedAway: (lane, reason) => turnedAway.push(`${lane} ${reason}`) })
  const refusal = expect.objectContaining({ code: 'too-many-requests', retryAfterSeconds: expect.any(Number) })
  for (let turn = 0; turn < 4; turn++) lanes.enter('a', 'costly', nothing)
  expect(() => lanes.enter('a', 'costly', nothing)).toThrow(refusal)
  expect(() => lanes.enter('a', 'costly', nothing)).toThrow('3 of your searches wait already.')
  for (const caller of ['b', 'c']) lanes.enter(caller, 'costly', nothing)
  expect(() => lanes.enter('d', 'costly', nothing)).toThrow('4 searches wait already.')
  expect(turnedAway).toEqual(['costly caller-full', 'costly caller-full', 'costly lane-full'])
})

test('removes a caller that leaves the queue and frees its place', () => {
  const lanes = createLanes({ ...limits, cheap: { running: 1, waiting: 1 } })
  const begun: string[] = []
  const running = lanes.enter('a', 'cheap', nothing)
  const impatient = lanes.enter('b', 'cheap', () => begun.push('b'))
  impatient.leave()
  lanes.enter('c', 'cheap', () => begun.push('c'))
  running.leave()
  running.leave()
  expect(begun).toEqual(['c'])
})

test('never exceeds a limit and never forgets a search, for any sequence', () => {
  const step = fc.record({
    caller: fc.constantFrom('a', 'b', 'c', 'd'),
    lane: fc.constantFrom<Lane>('cheap', 'costly'),
    act: fc.constantFrom('enter', 'enter', 'answered', 'leave'),
    which: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lanes = createLanes(limits)
      const all: { caller: string; lane: Lane; place: Place; isAnswered: boolean; begun: number }[] = []
      const underWay = (where: (entry: (typeof all)[number]) => boolean) =>
        all.filter((entry) => entry.place.isRunning && where(entry)).length
      for (const { caller, lane, act, which } of steps) {
        if (act === 'enter') {
          try {
            let begun = 0
            const place = lanes.enter(caller, lane, () => begun++)
            all.push({
              caller,
              lane,
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
          const running = underWay((entry) => entry.lane === name && !entry.isAnswered)
          expect(lanes.running(name)).toBe(running)
          expect(running).toBeLessThanOrEqual(limits[name].running)
          expect(lanes.waiting(name)).toBe(all.filter((entry) => entry.lane === name && !entry.place.isRunning).length)
        }
        for (const each of ['a', 'b', 'c', 'd']) {
          expect(underWay((entry) => entry.caller === each)).toBeLessThanOrEqual(limits.caller.running)
          expect(underWay((entry) => entry.caller === each && entry.lane === 'costly')).toBeLessThanOrEqual(1)
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
