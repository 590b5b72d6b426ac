import { noTracer, type Tracer } from '@watchpost/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiMetrics } from '../api-metrics.ts'
import { REQUEST_STEP } from '../events/trace-sender.ts'

/** Not a status that is ever sent: the caller hung up first. */
const callerLeft = 499

export interface ObserveOptions {
  tracer?: Tracer | undefined
  /** Told of every answer, also of those that no one waited for. */
  onAnswered?: ((request: FastifyRequest, status: number) => void) | undefined
}

/** A request id on every answer, one log line and one count for each. */
export function observeRequests(
  app: FastifyInstance,
  metrics: ApiMetrics,
  { tracer = noTracer, onAnswered = () => {} }: ObserveOptions = {},
): void {
  // Of these fields none can hold a secret, and looking for one in each line costs as much as writing it.
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
        // Without the query: no one should put a secret there, but someone will.
        path: request.originalUrl.replace(/[?#].*$/, '').slice(0, 500),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.actor?.username,
        from: request.ip,
      },
      message,
    )
  }

  // Without promises: these run for every request, and wait for nothing.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id)
    // Answers hold events and tokens: no cache keeps them. The documentation's files say otherwise for themselves.
    reply.header('cache-control', 'no-store')
    let isOut = false
    reply.raw.once('finish', () => {
      isOut = true
    })
    reply.raw.once('close', () => {
      if (isOut) return
      // It may have closed in the middle of finishing.
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
