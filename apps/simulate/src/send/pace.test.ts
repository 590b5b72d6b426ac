import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { createPace } from './pace.ts'

/** A clock that jumps: sleeping takes no time. */
function testClock() {
  let now = 0
  const sleepers: Array<{ at: number; wake: () => void }> = []
  const clock: Clock = {
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
  }
  return {
    clock,
    async advance(ms: number) {
      now += ms
      for (const sleeper of sleepers.splice(0)) {
        if (sleeper.at <= now) sleeper.wake()
        else sleepers.push(sleeper)
      }
      await new Promise(setImmediate)
    },
  }
}

test('limits the events per second, in the order of the calls', async () => {
  const { clock, advance } = testClock()
  const pace = createPace(100, clock)
  const passed: string[] = []
  for (const name of ['a', 'b', 'c']) void pace.take(50).then(() => passed.push(name))
  await advance(0)
  expect(passed).toEqual(['a'])
  await advance(499)
  expect(passed).toEqual(['a'])
  await advance(1)
  expect(passed).toEqual(['a', 'b'])
  await advance(500)
  expect(passed).toEqual(['a', 'b', 'c'])
})

test('does not allow a burst after idle time', async () => {
  const { clock, advance } = testClock()
  const pace = createPace(100, clock)
  await advance(60_000)
  let passed = 0
  for (let asked = 0; asked < 10; asked++) void pace.take(100).then(() => passed++)
  await advance(2_000)
  expect(passed).toBe(3)
})

test('does not wait without a rate', async () => {
  const { clock } = testClock()
  const pace = createPace(undefined, clock)
  await Promise.all(Array.from({ length: 1_000 }, () => pace.take(10_000)))
})
