import { createMetrics, type Logger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createSearchTelemetry } from './search-telemetry.ts'

function aTelemetry() {
  const said: [string, object][] = []
  const say = (fields: object, message: string) => void said.push([message, fields])
  const logger = { warn: say, error: say, info: say } as Partial<Logger> as Logger
  const metrics = createMetrics('api')
  const telemetry = createSearchTelemetry(metrics, logger)
  return { telemetry, said, metrics }
}

test('logs and exposes each outage and recovery of a node', async () => {
  const { telemetry, said, metrics } = aTelemetry()
  telemetry.onEngineChange('http://a:9200', true, 'frozen')
  expect(await metrics.text()).toMatch(/api_engine_away\{node="http:\/\/a:9200"\} 1/)
  telemetry.onEngineChange('http://a:9200', false, 'answers')
  expect(await metrics.text()).toMatch(/api_engine_away\{node="http:\/\/a:9200"\} 0/)
  expect(said.map(([message]) => message)).toEqual(['engine away', 'engine back'])
})
