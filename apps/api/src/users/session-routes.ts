import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  beginSession,
  changePassword,
  confirmSession,
  endMySession,
  endMySessions,
  endSession,
  listMySessions,
  whoAmI,
} from '@watchpost/contract'
import { setCookie } from '../http/caller/credential.ts'
import { refuseCrossSite } from '../http/caller/cross-site.ts'
import { actorOf, originOf, whenceOf } from '../http/caller/origin.ts'
import type { LoginService } from './login-service.ts'
import { meOf } from './me.ts'
import type { SessionService } from './session-service.ts'

export interface SessionRouteParts {
  login: LoginService
  sessions: SessionService
}

/** HTTP routes of browser sessions, and of one's own account. */
export function sessionRoutes({ login, sessions }: SessionRouteParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    const own = { permission: 'self:session' } as const

    app.get('/auth/me', { schema: whoAmI, config: { permission: 'self:read' } }, (request) => meOf(actorOf(request)))

    app.post('/auth/session', { schema: beginSession, config: { permission: 'public' } }, async (request, reply) => {
      // Prevent login CSRF: a page of another site must not sign its visitors in.
      refuseCrossSite(request)
      const { me, value, ageSeconds } = await login.signIn(request.body, whenceOf(request))
      reply.header('set-cookie', setCookie(value, ageSeconds))
      return reply.code(201).send(me)
    })

    app.delete(
      '/auth/session',
      { schema: endSession, config: { permission: 'self:leave' } },
      async (request, reply) => {
        await login.logout(actorOf(request), originOf(request))
        return reply.header('set-cookie', setCookie('', 0)).code(204).send(null)
      },
    )

    app.post('/auth/session/confirm', { schema: confirmSession, config: own }, async (request, reply) => {
      await sessions.confirm(actorOf(request), request.body, originOf(request), whenceOf(request))
      return reply.code(204).send(null)
    })

    app.post('/auth/password', { schema: changePassword, config: { permission: 'self:password' } }, (request) =>
      sessions.changePassword(actorOf(request), request.body, originOf(request), whenceOf(request)),
    )

    app.get('/auth/sessions', { schema: listMySessions, config: own }, (request) => {
      const actor = actorOf(request)
      return sessions.list(actor.accountId, actor)
    })

    app.delete('/auth/sessions', { schema: endMySessions, config: own }, async (request, reply) => {
      const actor = actorOf(request)
      await sessions.endAll(actor.accountId, actor, originOf(request))
      return reply.code(204).send(null)
    })

    app.delete('/auth/sessions/:id', { schema: endMySession, config: own }, async (request, reply) => {
      const actor = actorOf(request)
      await sessions.end(actor.accountId, request.params.id, actor, originOf(request))
      return reply.code(204).send(null)
    })
  }
}
