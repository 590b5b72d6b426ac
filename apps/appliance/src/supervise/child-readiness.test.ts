import { expect, test } from 'vitest'
import { createReadinessWatch } from './child-readiness.ts'
import { scrapeTargets } from './scrape-targets.ts'
import type { ChildState } from './supervision.ts'

const child = (name: string, service = name): ChildState => ({ name, service, internalPort: 1, restarts: 0, pid: 1 })

test('knows which services are ready without asking them on each scrape', async () => {
  const watch = createReadinessWatch(
    () => [child('gateway'), child('api')],
    async ({ name }) => (name === 'api' ? 'the engine does not answer' : undefined),
  )
  expect([...watch.ready()]).toEqual([])
  watch.start()
  await expect.poll(() => Object.fromEntries(watch.ready())).toEqual({ gateway: true, api: false })
  watch.stop()
})

test('lists every metrics page under one host and port for Prometheus', () => {
  expect(scrapeTargets([child('api'), child('api-2', 'api')], '192.0.2.7:8445')).toEqual([
    { targets: ['192.0.2.7:8445'], labels: { __metrics_path__: '/metrics', role: 'appliance', process: 'appliance' } },
    { targets: ['192.0.2.7:8445'], labels: { __metrics_path__: '/metrics/api', role: 'api', process: 'api' } },
    { targets: ['192.0.2.7:8445'], labels: { __metrics_path__: '/metrics/api-2', role: 'api', process: 'api-2' } },
  ])
})
