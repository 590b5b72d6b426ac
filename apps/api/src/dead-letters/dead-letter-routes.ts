import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listDeadLetters, readDeadLetter, retryDeadLetters, summariseDeadLetters } from '@watchpost/contract'
import { linkNext } from '../http/answer/pages.ts'
import { originOf } from '../http/caller/origin.ts'
import type { DeadLetterService } from './dead-letter-service.ts'

/** HTTP routes of the dead letters. They contain events, so reading them is audited. */
export function deadLetterRoutes(service: DeadLetterService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/dead-letters',
      { schema: listDeadLetters, config: { permission: 'dead-letter:read', looksAt: 'dead-letter.list' } },
      async (request, reply) => {
        const { letters, next } = await service.list(request.query)
        linkNext(reply, next)
        return letters
      },
    )

    app.get('/dead-letters/summary', { schema: summariseDeadLetters, config: { permission: 'dead-letter:read' } }, () =>
      service.summarise(),
    )

    app.get(
      '/dead-letters/:number',
      { schema: readDeadLetter, config: { permission: 'dead-letter:read', looksAt: 'dead-letter.read' } },
      (request) => service.read(request.params.number),
    )

    app.post(
      '/dead-letters/retry',
      { schema: retryDeadLetters, config: { permission: 'dead-letter:retry' } },
      (request) => service.retry(originOf(request), request.body),
    )
  }
}
