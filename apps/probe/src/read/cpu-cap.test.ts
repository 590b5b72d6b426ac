import { expect, test } from 'vitest'
import { aClock } from '../../test/a-delivery.ts'
import { createCpuCap } from './cpu-cap.ts'

test('sleeps until the CPU use is down to its share', async () => {
  const clock = aClock()
  let used = 0
  const rest = createCpuCap(20, clock, () => used)
  const begun = clock.now()
  for (let turn = 0; turn < 100; turn += 1) {
    used += 10
    await rest(new AbortController().signal)
  }
  expect(used / (clock.now() - begun)).toBeCloseTo(0.2, 2)
})
