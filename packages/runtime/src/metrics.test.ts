import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const own = (text: string) => text.split('\n').filter((line) => line.startsWith('watchpost_test'))

test('exports only current values of a gauge', async () => {
  const metrics = createMetrics('test')
  let holds: string[] = []
  metrics.gauge('test_held', 'What is held.', ['reason'], () => holds.map((reason) => [1, { reason }]))
  expect(own(await metrics.text())).toEqual([])
  holds = ['disk', 'log']
  expect(own(await metrics.text())).toEqual([
    'watchpost_test_held{reason="disk"} 1',
    'watchpost_test_held{reason="log"} 1',
  ])
  holds = ['log']
  expect(own(await metrics.text())).toEqual(['watchpost_test_held{reason="log"} 1'])
  holds = []
  expect(own(await metrics.text())).toEqual([])
  await metrics.stop()
})

test('exports no value of a gauge without labels while there is none', async () => {
  const metrics = createMetrics('test')
  let value: number | undefined = 3
  metrics.gauge('test_room', 'Room.', [], () => value)
  expect(own(await metrics.text())).toEqual(['watchpost_test_room 3'])
  value = undefined
  expect(own(await metrics.text())).toEqual([])
  await metrics.stop()
})

test('keeps counters between scrapes', async () => {
  const metrics = createMetrics('test')
  const counter = metrics.counter('test_events_total', 'Events.', ['kind'])
  metrics.total('test_bytes_total', 'Bytes.', () => 7)
  counter.add(2, { kind: 'dns' })
  const first = own(await metrics.text())
  counter.add(1, { kind: 'tls' })
  expect(own(await metrics.text()).sort()).toEqual([...first, 'watchpost_test_events_total{kind="tls"} 1'].sort())
  expect(first).toContain('watchpost_test_events_total{kind="dns"} 2')
  expect(first).toContain('watchpost_test_bytes_total 7')
  await metrics.stop()
})
