import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { count, familiesOf, search, type SearchParameters } from '@watchpost/contract'
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { departureOf } from '../http/departure.ts'
import type { SearchCall, SearchService } from './search-service.ts'

/** The body's schema only documents it: the guard reads the bytes themselves. */
const validatorCompiler: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body' ? () => true : TypeBoxValidatorCompiler(route)

/** HTTP face of search and count. */
export function searchRoutes(service: SearchService): FastifyPluginAsyncTypebox {
  return async (app) => {
    // What a parser would make of the body is not what the guard must judge.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    app.post(
      '/data/es/search',
      { schema: search, validatorCompiler, config: { permission: 'event:read' } },
      async (request, reply) => {
        const answer = await service.search(callOf(request, reply))
        return sendJson(reply, answer)
      },
    )

    app.post(
      '/data/es/count',
      { schema: count, validatorCompiler, config: { permission: 'event:read' } },
      (request, reply) => service.count(callOf(request, reply)),
    )
  }
}

function callOf({ query, body, id: requestId }: FastifyRequest, reply: FastifyReply): SearchCall {
  return {
    families: familiesOf(query as SearchParameters),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    requestId,
    signal: departureOf(reply),
  }
}

/** The bytes are the engine's JSON already: no serializer may touch them. */
function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
