import { type Logger, noTracer, type Tracer, withTime, writeWithBuffered } from '@watchpost/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiMetrics } from '../api-metrics.ts'
import { REQUEST_STEP } from '../events/trace-sender.ts'
import { type AnsweredRequest, answeredRequest } from './answered-request.ts'

/** Never sent: the caller hung up first. */
const callerLeft = 499
/** Bounds the memory of requests that wait to be noted. */
const MOST_WAITING = 256

export interface ObserveOptions {
  /** The logger of the process. That of the server is a child of it. */
  logger: Logger
  metrics: Pick<ApiMetrics, 'answered' | 'beforeText'>
  tracer?: Tracer | undefined
  /** Called for every answer, also if the caller has left, at the latest when log lines are written. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined
}

/**
 * Adds a request id to every answer, and logs and counts each request once. Requests are noted in batches, which costs
 * much less than after each answer: with the buffered log lines, before metrics are read, and at the end.
 */
export function observeRequests(
  app: FastifyInstance,
  { logger, metrics, tracer = noTracer, onAnswered = () => {} }: ObserveOptions,
): void {
  // None of these fields can contain a secret, and redaction costs as much as writing the line.
  const lines = app.log.child({}, { redact: [] })
  let waiting: AnsweredRequest[] = []

  function writeWaiting(): void {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    metrics.answered(batch)
    for (const request of batch) {
      onAnswered(request)
      withTime(request.atMs, () => lines.info(lineOf(request), messageOf(request)))
    }
  }
  let most = writeWithBuffered(logger, writeWaiting) ? MOST_WAITING : 1
  metrics.beforeText(writeWaiting)

  function note(request: FastifyRequest, reply: FastifyReply, status: number): void {
    const answered = answeredRequest(request, reply, status)
    if (tracer.isRequestTraced(request.id)) trace(tracer, answered)
    waiting.push(answered)
    if (waiting.length >= most) writeWaiting()
  }

  // Callbacks instead of promises: these hooks run for every request and wait for nothing.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id)
    // Answers contain events and tokens and must not be cached. The files of the documentation override this.
    reply.header('cache-control', 'no-store')
    let isOut = false
    reply.raw.once('finish', () => {
      isOut = true
    })
    reply.raw.once('close', () => {
      if (isOut) return
      // `finish` may still follow `close`, so check again in the next turn of the event loop.
      setImmediate(() => {
        if (!isOut) note(request, reply, callerLeft)
      })
    })
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, reply.statusCode)
    done()
  })

  // Nothing may wait any more: the audit ends next.
  app.addHook('onClose', async () => {
    most = 1
    writeWaiting()
  })
}

function messageOf({ status }: AnsweredRequest): string {
  return status === callerLeft ? 'caller left' : 'request answered'
}

function lineOf({ id, method, originalUrl, status, ms, actor, ip }: AnsweredRequest): object {
  return {
    requestId: id,
    method,
    // Without the query string, which might contain a secret.
    path: originalUrl.replace(/[?#].*$/, '').slice(0, 500),
    status,
    ms: Math.round(ms * 10) / 10,
    account: actor?.username,
    from: ip,
  }
}

function trace(tracer: Tracer, { id, method, route, status, ms, atMs }: AnsweredRequest): void {
  tracer.request({
    requestId: id,
    step: REQUEST_STEP,
    startedAt: atMs - ms,
    endedAt: atMs,
    attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    isFailed: status >= 500,
  })
}
