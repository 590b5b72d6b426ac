import { createMetrics, type Logger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createQueueTelemetry } from './queue-telemetry.ts'

test('counts every rejected search, and logs a summary at intervals', async () => {
  const said: [string, object][] = []
  let time = 0
  const logger = { warn: (fields: object, message: string) => void said.push([message, fields]) } as Partial<Logger>
  const metrics = createMetrics('api')
  const telemetry = createQueueTelemetry(metrics, logger as Logger, () => time)
  for (let turn = 0; turn < 5; turn++) telemetry.onTurnedAway('costly', 'queue-full')
  time += 10_000
  telemetry.onTurnedAway('costly', 'queue-full')
  expect(said.map(([message, fields]) => [message, (fields as { searches: number }).searches])).toEqual([
    ['searches turned away', 1],
    ['searches turned away', 5],
  ])
  expect(await metrics.text()).toMatch(/search_turned_away_total\{queue="costly",lane="costly",reason="queue-full"\} 6/)
})
