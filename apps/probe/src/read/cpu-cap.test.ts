import { expect, test } from 'vitest'
import { aClock } from '../../test/a-delivery.ts'
import { createCpuCap } from './cpu-cap.ts'

test('it rests until what was used is no more than its share of the time', async () => {
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
