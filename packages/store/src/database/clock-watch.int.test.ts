import { createLogger, createMetrics } from '@watchpost/runtime'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { createClockWatch } from './clock-watch.ts'

test.each([0, 90, -3_600])('reports a clock offset of %d s', async (seconds) => {
  await using made = await testStore()
  const metrics = createMetrics('test')
  const logger = createLogger('test', 'silent')
  const watch = createClockWatch(made.store, { logger, metrics, now: () => Date.now() + seconds * 1_000 })
  await watch.start()
  watch.stop()
  const text = await metrics.text()
  const offset = Number(/^watchpost_clock_offset_seconds (\S+)/m.exec(text)?.[1])
  expect(Math.abs(offset - seconds)).toBeLessThan(1)
  expect(Number(/^watchpost_store_age_seconds (\S+)/m.exec(text)?.[1])).toBeLessThan(5)
})
