import type { FastifyInstance } from 'fastify'
import type { ApiMetrics } from '../api-metrics.ts'

/** A request id on every answer, one log line and one count for each. */
export function observeRequests(app: FastifyInstance, metrics: ApiMetrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    // Answers hold events and tokens: no cache keeps them. The documentation's files say otherwise for themselves.
    reply.header('cache-control', 'no-store')
  })

  app.addHook('onResponse', async (request, reply) => {
    const { statusCode, elapsedTime } = reply
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.answered(route, request.method, statusCode, elapsedTime)
    request.log.info(
      {
        method: request.method,
        // Without the query: nobody should put a secret there, but someone will.
        path: request.originalUrl.replace(/[?#].*$/, '').slice(0, 500),
        status: statusCode,
        ms: Math.round(elapsedTime * 10) / 10,
        account: request.actor?.username,
        from: request.ip,
      },
      'request answered',
    )
  })
}
