import type { FastifyInstance, onSendHookHandler } from 'fastify'
import type { AskedSpan } from './range-completeness.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested time range, as the route understood it. */
    span: AskedSpan | null
  }
}

/** How complete the searchable data is. */
export interface Completeness {
  waiting: number
  missing: number
}

/**
 * Adds headers to every answer that shows events: how many events of the requested range are not searchable yet, and
 * how many are missing. Applies to the routes whose schema declares these headers. Uses the newest cached figures, so
 * that no request waits for them.
 */
export function tellCompleteness(app: FastifyInstance, newest: (span: AskedSpan) => Completeness | undefined): void {
  app.decorateRequest('span', null)
  const tell: onSendHookHandler = (request, reply, _payload, done) => {
    const figures = newest(request.span ?? {})
    if (figures && reply.statusCode < 400) {
      reply.header('watchpost-lag', figures.waiting)
      reply.header('watchpost-gaps', figures.missing)
    }
    done()
  }
  app.addHook('onRoute', (route) => {
    if (hasHeader(route.schema?.response)) route.onSend = [...[route.onSend ?? []].flat(), tell]
  })
}

function hasHeader(responses: unknown): boolean {
  const answer = (responses as Record<number, { headers?: object }> | undefined)?.[200]
  return answer?.headers !== undefined && 'watchpost-lag' in answer.headers
}
