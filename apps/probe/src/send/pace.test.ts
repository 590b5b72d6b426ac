import { expect, test } from 'vitest'
import { aClock } from '../../test/a-delivery.ts'
import { createPace } from './pace.ts'

const stop = new AbortController().signal

test('limits the bytes per second, in the order of the calls', async () => {
  const clock = aClock()
  const pace = createPace(1_000, clock)
  const begun = clock.now()
  for (let sent = 0; sent < 5; sent += 1) await pace(500, stop)
  expect(clock.now() - begun).toBe(2_000)
})

test('does not wait without a limit', async () => {
  const clock = aClock()
  const begun = clock.now()
  await createPace(undefined, clock)(1e9, stop)
  expect(clock.now()).toBe(begun)
})
