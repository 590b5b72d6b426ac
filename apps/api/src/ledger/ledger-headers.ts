import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** How complete what can be found is. */
export interface Completeness {
  waiting: number
  missing: number
}

/**
 * Says on every answer that shows events how many are not among them yet, or never came: on those whose description
 * has these headers. The newest figures at hand are told, so that no request waits for them.
 */
export function tellCompleteness(app: FastifyInstance, newest: () => Completeness | undefined): void {
  const tell: onSendHookHandler = (_request, reply, _payload, done) => {
    const figures = newest()
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
