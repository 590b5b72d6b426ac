import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createApiKey, listApiKeys, removeApiKey } from '@watchpost/contract'
import { actorOf, originOf } from '../http/caller/origin.ts'
import type { KeyService } from './key-service.ts'

/** HTTP routes of API keys. */
export function keyRoutes(keys: KeyService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/auth/keys', { schema: listApiKeys, config: { permission: 'self:key' } }, (request) =>
      keys.list(actorOf(request)),
    )

    app.post(
      '/auth/keys',
      { schema: createApiKey, config: { permission: 'key:write', isDangerous: true } },
      async (request, reply) =>
        reply.code(201).send(await keys.create(request.body, actorOf(request), originOf(request))),
    )

    app.delete(
      '/auth/keys/:id',
      { schema: removeApiKey, config: { permission: 'self:key' } },
      async (request, reply) => {
        await keys.remove(request.params.id, actorOf(request), originOf(request))
        return reply.code(204).send(null)
      },
    )
  }
}
