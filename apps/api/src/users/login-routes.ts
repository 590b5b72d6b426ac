import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { login, logout, refresh } from '@watchpost/contract'
import type { FastifyReply } from 'fastify'
import { actorOf, originOf, userAgentOf, whenceOf } from '../http/caller/origin.ts'
import type { IssuedToken, LoginService } from './login-service.ts'

/** HTTP routes of the tokens for programs. */
export function loginRoutes(service: LoginService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post('/auth/login', { schema: login, config: { permission: 'public' } }, async (request, reply) =>
      answer(reply, await service.login(request.body, whenceOf(request))),
    )

    app.post('/auth/refresh', { schema: refresh, config: { permission: 'self:session' } }, async (request, reply) =>
      answer(reply, await service.refresh(actorOf(request), originOf(request), userAgentOf(request))),
    )

    app.post('/auth/logout', { schema: logout, config: { permission: 'self:leave' } }, async (request, reply) => {
      await service.logout(actorOf(request), originOf(request))
      return reply.code(204).send(null)
    })
  }
}

function answer(reply: FastifyReply, { body, expiresInSeconds }: IssuedToken) {
  reply.header('expires-in', String(expiresInSeconds))
  return body
}
