import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics.ts'

const valueOf = (text: string, name: string) => Number(new RegExp(`^watchpost_${name} (\\S+)`, 'm').exec(text)?.[1])

test('exports memory, CPU time and event-loop delay of a process', async () => {
  const metrics = createMetrics('test')
  await sleep(120)
  await metrics.text()
  await sleep(120)
  const end = performance.now() + 300
  while (performance.now() < end);
  await sleep(60)
  const text = await metrics.text()
  expect(valueOf(text, 'process_event_loop_delay_seconds')).toBeGreaterThan(0.15)
  expect(valueOf(text, 'process_event_loop_delay_seconds')).toBeLessThan(5)
  expect(valueOf(text, 'process_resident_bytes')).toBeGreaterThan(1e7)
  expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0.1)
  expect(valueOf(text, 'process_started_seconds')).toBeLessThanOrEqual(Date.now() / 1_000)
  await metrics.stop()
})

test('exports a counter without labels before its first count, but not one with labels', async () => {
  const metrics = createMetrics('test')
  metrics.counter('first_total', 'A test.')
  metrics.counter('second_total', 'A test.', ['reason'])
  const text = await metrics.text()
  expect(text).toContain('watchpost_first_total 0')
  expect(text).not.toContain('watchpost_second_total')
  await metrics.stop()
})
