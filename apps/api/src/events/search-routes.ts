import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { count, familiesOf, listFields, search, type SearchTargetParameters } from '@watchpost/contract'
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { digitsInAddresses } from '../http/request/digits-in-addresses.ts'
import { sendAnswer } from './answer/send-answer.ts'
import type { SearchCall, SearchService } from './search-service.ts'
import { searcherOf } from './searcher.ts'

/** The schema of the body is documentation only: the guard reads the raw bytes. */
const validatorCompiler: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body' ? () => true : digitsInAddresses(route)

/** HTTP routes of search: search, count, and the list of fields. */
export function searchRoutes(service: SearchService): FastifyPluginAsyncTypebox {
  return async (app) => {
    // The guard must judge the raw body, not what a parser makes of it.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    app.post(
      '/data/es/search',
      { schema: search, validatorCompiler, config: { permission: 'event:read', looksAt: 'event.search' } },
      async (request, reply) => {
        const call = callOf(request, reply)
        if (request.query.explain === 'cost') return sendJson(reply, JSON.stringify(service.estimate(call)))
        const answer = await service.search(call)
        return sendAnswer(reply, answer, service.tooSlow)
      },
    )

    app.post(
      '/data/es/count',
      { schema: count, validatorCompiler, config: { permission: 'event:read', looksAt: 'event.count' } },
      (request, reply) => service.count(callOf(request, reply)),
    )

    app.get('/data/es/fields', { schema: listFields, config: { permission: 'event:read' } }, async (request, reply) =>
      sendJson(reply, service.fieldList(familiesOf(request.query))),
    )
  }
}

/** Already JSON: it must not be serialised again. */
function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

function callOf(request: FastifyRequest, reply: FastifyReply): SearchCall {
  const { query, body, id: requestId, actor } = request
  const families = familiesOf(query as SearchTargetParameters)
  return {
    families,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    searcher: searcherOf(actor),
    requestId,
    connection: reply.raw,
    onUnderstood: (detail, range) => {
      request.seen = { object: families.join(), detail }
      request.span = range
    },
  }
}
