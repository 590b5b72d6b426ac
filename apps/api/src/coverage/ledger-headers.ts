import type { FastifyInstance, onSendHookHandler } from 'fastify'
import type { AskedSpan } from './range-completeness.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The range of time that was asked for, as the route has understood it. */
    span: AskedSpan | null
  }
}

/** How complete what can be found is. */
export interface Completeness {
  waiting: number
  missing: number
}

/**
 * Says on every answer that shows events how many are not among them yet, or never came: on those whose description
 * has these headers, and of the range that was asked for. The newest figures at hand are told, so that no request waits
 * for them.
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
