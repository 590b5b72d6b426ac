import { noTracer, type Tracer } from '@watchpost/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiMetrics } from '../api-metrics.ts'
import { REQUEST_STEP } from '../events/trace-sender.ts'

/** Never sent: the caller hung up first. */
const callerLeft = 499

export interface ObserveOptions {
  tracer?: Tracer | undefined
  /** Called for every answer, also if the caller has left. */
  onAnswered?: ((request: FastifyRequest, status: number) => void) | undefined
}

/** Adds a request id to every answer, and logs and counts each request once. */
export function observeRequests(
  app: FastifyInstance,
  metrics: ApiMetrics,
  { tracer = noTracer, onAnswered = () => {} }: ObserveOptions = {},
): void {
  // None of these fields can contain a secret, and redaction costs as much as writing the line.
  const lines = app.log.child({}, { redact: [] })
  const note = (request: FastifyRequest, reply: FastifyReply, status: number, message: string) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.answered(route, request.method, status, reply.elapsedTime)
    onAnswered(request, status)
    if (tracer.isRequestTraced(request.id)) {
      const endedAt = Date.now()
      tracer.request({
        requestId: request.id,
        step: REQUEST_STEP,
        startedAt: endedAt - reply.elapsedTime,
        endedAt,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
        },
        isFailed: status >= 500,
      })
    }
    lines.info(
      {
        requestId: request.id,
        method: request.method,
        // Without the query string, which might contain a secret.
        path: request.originalUrl.replace(/[?#].*$/, '').slice(0, 500),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.actor?.username,
        from: request.ip,
      },
      message,
    )
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
        if (!isOut) note(request, reply, callerLeft, 'caller left')
      })
    })
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, reply.statusCode, 'request answered')
    done()
  })
}
