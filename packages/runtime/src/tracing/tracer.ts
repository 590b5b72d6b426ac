import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { type Step, toOtlp } from './otlp.ts'
import { eventTraceId, requestTraceId } from './trace-ids.ts'
import type { TracingConfig } from './tracing-config.ts'

/** A step in the life of one event. `uuid` is that of its document. */
export type EventStep = Omit<Step, 'traceId'> & { uuid: string }
/** A step in the life of one request. */
export type RequestStep = Omit<Step, 'traceId'> & { requestId: string }

export interface Tracer {
  /** Whether this event is traced; depends only on its sequence, so that all services agree. */
  isEventTraced(sequence: number): boolean
  isRequestTraced(requestId: string): boolean
  event(step: EventStep): void
  request(step: RequestStep): void
}

/** For callers that do not trace. */
export const noTracer: Tracer = {
  isEventTraced: () => false,
  isRequestTraced: () => false,
  event: () => undefined,
  request: () => undefined,
}

export interface TracerOptions {
  logger: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'counter'>
  send?(url: string, body: string): Promise<void>
}

const FLUSH_MS = 2_000
const BATCH = 512
/** Beyond this, steps are dropped and counted: an unavailable collector must not cost memory. */
const MOST_WAITING = 4_096
const SEND_MS = 5_000

/** Sends the steps of traced events and requests to a collector, in small batches and without blocking callers. */
export function createTracer(
  service: string,
  { endpoint, eventsOneIn, requestsOneIn }: TracingConfig,
  { logger, metrics, send = post }: TracerOptions,
): Tracer & { name: string; start(): void; stop(): Promise<void> } {
  const name = 'tracing'
  if (endpoint === undefined) return { ...noTracer, name, start: () => undefined, stop: async () => undefined }
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const sent = metrics.counter('tracing_steps_total', 'Steps of traces sent to the collector.')
  const dropped = metrics.counter('tracing_steps_dropped_total', 'Steps of traces that the collector did not take.')
  const waiting: Step[] = []
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const steps = waiting.splice(0, BATCH)
      try {
        await send(url, JSON.stringify(toOtlp(service, steps)))
        sent.add(steps.length)
        if (isFailing) logger.info({ url }, 'the trace collector is available again')
        isFailing = false
      } catch (error) {
        dropped.add(steps.length)
        if (!isFailing) logger.warn({ url, err: error }, 'the trace collector is unavailable')
        isFailing = true
        return
      }
    }
  }

  function add(step: Step): void {
    if (waiting.length >= MOST_WAITING) dropped.add(1)
    else waiting.push(step)
  }

  function plan(): void {
    timer = setTimeout(() => void flush().then(plan), FLUSH_MS).unref()
  }

  return {
    name,
    isEventTraced: (sequence) => sequence % eventsOneIn === 0,
    isRequestTraced: (requestId) => Number.parseInt(requestId.slice(0, 8), 16) % requestsOneIn === 0,
    event: ({ uuid, ...step }) => add({ traceId: eventTraceId(uuid), ...step }),
    request: ({ requestId, ...step }) => add({ traceId: requestTraceId(requestId), ...step }),
    start: plan,
    async stop() {
      clearTimeout(timer)
      await flush()
    },
  }
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(SEND_MS),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`the collector returned ${response.status}`)
}
