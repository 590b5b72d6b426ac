import { createMetrics, type Logger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createSearchTelemetry } from './search-telemetry.ts'

function aTelemetry() {
  const said: [string, object][] = []
  let time = 0
  const say = (fields: object, message: string) => void said.push([message, fields])
  const logger = { warn: say, error: say, info: say } as Partial<Logger> as Logger
  const metrics = createMetrics('api')
  const telemetry = createSearchTelemetry(metrics, logger, () => time)
  return { telemetry, said, metrics, pass: (ms: number) => (time += ms) }
}

test('counts every rejected search, and logs a summary at intervals', async () => {
  const { telemetry, said, metrics, pass } = aTelemetry()
  for (let turn = 0; turn < 5; turn++) telemetry.onTurnedAway('costly', 'queue-full')
  pass(10_000)
  telemetry.onTurnedAway('costly', 'queue-full')
  expect(said.map(([message, fields]) => [message, (fields as { searches: number }).searches])).toEqual([
    ['searches turned away', 1],
    ['searches turned away', 5],
  ])
  expect(await metrics.text()).toMatch(/search_turned_away_total\{queue="costly",lane="costly",reason="queue-full"\} 6/)
})

test('logs and exposes each outage and recovery of a node', async () => {
  const { telemetry, said, metrics } = aTelemetry()
  telemetry.onEngineChange('http://a:9200', true, 'frozen')
  expect(await metrics.text()).toMatch(/api_engine_away\{node="http:\/\/a:9200"\} 1/)
  telemetry.onEngineChange('http://a:9200', false, 'answers')
  expect(await metrics.text()).toMatch(/api_engine_away\{node="http:\/\/a:9200"\} 0/)
  expect(said.map(([message]) => message)).toEqual(['engine away', 'engine back'])
})
