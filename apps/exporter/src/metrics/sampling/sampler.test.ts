import { createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createChartWriter } from '../chart-writer.ts'
import { createGather } from './gather.ts'
import { readMachine } from './machine.ts'
import { roleCharts } from './role-charts.ts'
import { createSampler } from './sampler.ts'
import { wantedNames } from './wanted-names.ts'

/** Two processes behind a supervisor, with metrics pages that the test sets. */
function aSupervisor(own = 'http://127.0.0.1:8445') {
  const pages = new Map<string, string>([[`${own}/children`, '[{"name":"gateway"},{"name":"api"}]']])
  const gather = createGather({
    supervisors: [own, 'http://192.0.2.9:8445'],
    isWanted: (name) => wantedNames(roleCharts).has(name),
    async fetch(url) {
      const page = pages.get(url)
      if (page === undefined) throw new Error('away')
      return page
    },
  })
  return { set: (path: string, text: string) => pages.set(`${own}${path}`, text), gather }
}

test('turns the metrics pages of all processes into charts, and leaves out a process that does not answer', async () => {
  const { set, gather } = aSupervisor()
  set('/metrics', 'watchpost_child_ready{child="api"} 1\nwatchpost_child_ready{child="gateway"} 0\n')
  set('/metrics/gateway', 'watchpost_gateway_records_in_total 1000\nwatchpost_gateway_backlog_records 7\n')
  const sample = createSampler({ gather, machine: readMachine })
  const writer = createChartWriter(2)
  const first = writer.write(await sample(), 0)
  expect(first.text).toContain('DIMENSION received "received" incremental 1 1 ""\n')
  expect(first.text).toContain('BEGIN watchpost.events\nSET received = 1000\nEND\n')
  expect(first.text).toContain('BEGIN watchpost.lag\nSET waiting = 7000\nEND\n')
  expect(first.text).toContain('SET gateway = 0\n')
  expect(first.text).toMatch(/BEGIN system\.cpu\nSET user = \d+\n/)
  expect(first.text).not.toContain('watchpost.searches')

  set('/metrics/gateway', 'watchpost_gateway_records_in_total 1500\n')
  set('/metrics/api', 'watchpost_api_requests_total{route="/api/data/es/search",method="POST",status="2xx"} 3\n')
  const second = writer.write(await sample(), 2_000)
  expect(second.text).toContain('BEGIN watchpost.events 2000000\nSET received = 1500\nEND\n')
  expect(second.text).not.toContain('CHART watchpost.events ')
  expect(second.text).toContain('CHART watchpost.searches ')
  expect(second.text).not.toContain('watchpost.lag ')
})

test('defines a chart again when it gets a new dimension', () => {
  const writer = createChartWriter(2)
  const chart = { id: 'a.b', title: '', units: '', family: '', kind: 'line', priority: 1 } as const
  const point = (id: string) => ({ dimension: { id, algorithm: 'absolute' } as const, value: 1 })
  expect(writer.write([{ chart, points: [point('export_1')] }], 0).text).toContain('CHART')
  expect(writer.write([{ chart, points: [point('export_1')] }], 1).text).not.toContain('CHART')
  const { text, values, charts } = writer.write([{ chart, points: [point('export_1'), point('export_2')] }], 2)
  expect(text).toContain('DIMENSION export_2')
  expect([values, charts]).toEqual([2, 1])
})

test('sends only machine charts when no process answers', async () => {
  const samples = await createSampler({ gather: async () => [], machine: readMachine })()
  expect(samples.every(({ chart }) => !chart.id.startsWith('watchpost.'))).toBe(true)
  expect(samples.length).toBeGreaterThan(5)
})

test('charts contain the values of the metrics page', async () => {
  const { set, gather } = aSupervisor()
  const metrics = createMetrics('gateway')
  metrics.seconds('indexer_delay_seconds', 'A test.').record(0.3)
  set('/metrics/gateway', await metrics.text())
  const [delay, memory] = (await createSampler({ gather, machine: readMachine })())
    .filter(({ chart }) => ['watchpost.delay', 'watchpost.memory'].includes(chart.id))
    .map(({ points }) => points)
  expect(delay?.map(({ dimension, value }) => [dimension.id, value])).toContainEqual(['mean', 300])
  expect(memory?.[0]?.dimension.id).toBe('gateway')
  await metrics.stop()
})
