import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { eventTraceId } from './trace-ids.ts'
import { createTracer } from './tracer.ts'

const uuid = '7-9f86d081884c7d659a2feaa0c55ad015-000000010000'
const config = { endpoint: 'http://127.0.0.1:4318/', eventsOneIn: 10_000, requestsOneIn: 2 }
const logger = createLogger('test', 'silent')

interface Body {
  resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<Record<string, unknown>> }> }>
}

function aTracer(service: string, isAway = false) {
  const bodies: Body[] = []
  const metrics = createMetrics(service)
  const tracer = createTracer(service, config, {
    logger,
    metrics,
    async send(url, body) {
      expect(url).toBe('http://127.0.0.1:4318/v1/traces')
      if (isAway) throw new Error('away')
      bodies.push(JSON.parse(body) as Body)
    },
  })
  const spans = () => bodies.flatMap(({ resourceSpans }) => resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
  return { tracer, spans, metrics }
}

test('two services that know the same event build one trace without exchanging ids', async () => {
  const gateway = aTracer('gateway')
  const indexer = aTracer('indexer')
  const at = { startedAt: 1_000, endedAt: 1_005, attributes: { probe: 7, zstd: true, share: 0.5 } }
  gateway.tracer.event({ uuid, step: 'gateway.receive', ...at })
  indexer.tracer.event({ uuid, step: 'indexer.index', after: 'gateway.receive', ...at, isFailed: true })
  await gateway.tracer.stop()
  await indexer.tracer.stop()
  const [first] = gateway.spans()
  const [second] = indexer.spans()
  expect(first?.traceId).toBe(createHash('sha256').update(uuid).digest('hex').slice(0, 32))
  expect(second?.traceId).toBe(first?.traceId)
  expect(second?.parentSpanId).toBe(first?.spanId)
  expect(first).toMatchObject({ startTimeUnixNano: '1000000000', endTimeUnixNano: '1005000000', kind: 2 })
  expect(first?.parentSpanId).toBeUndefined()
  expect(second?.status).toEqual({ code: 2 })
})

test('all services sample the same events and requests, at the configured rate', () => {
  const { tracer } = aTracer('gateway')
  expect([0, 1, 9_999, 10_000, 20_000].map(tracer.isEventTraced)).toEqual([true, false, false, true, true])
  expect(tracer.isRequestTraced('00000002-5c1c-4a3a-9d0e-6f2f6a1f3a55')).toBe(true)
  expect(tracer.isRequestTraced('00000003-5c1c-4a3a-9d0e-6f2f6a1f3a55')).toBe(false)
})

test('traces nothing without an endpoint', () => {
  const { endpoint: _, ...rest } = config
  const tracer = createTracer('gateway', rest, { logger, metrics: createMetrics('gateway') })
  expect([tracer.isEventTraced(0), tracer.isRequestTraced('00000000-0')]).toEqual([false, false])
})

test('drops and counts steps while the collector is unavailable, with bounded memory', async () => {
  const { tracer, metrics } = aTracer('gateway', true)
  for (let each = 0; each < 5_000; each++) {
    tracer.request({ requestId: '00000002', step: 'x', startedAt: 0, endedAt: 0, attributes: {} })
  }
  await tracer.stop()
  const lost = Number(/^watchpost_tracing_steps_dropped_total (\d+)/m.exec(await metrics.text())?.[1])
  expect(lost).toBe(5_000 - 4_096 + 512)
})

test('returns trace ids in the format that collectors accept', () => {
  expect(eventTraceId(uuid)).toMatch(/^[0-9a-f]{32}$/)
})
