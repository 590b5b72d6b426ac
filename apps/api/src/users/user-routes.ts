import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeUser,
  createUser,
  endUserSession,
  endUserSessions,
  listUsers,
  listUserSessions,
  readUser,
  removeUser,
  resetPassword,
} from '@watchpost/contract'
import { actorOf, originOf } from '../http/caller/origin.ts'
import type { SessionService } from './session-service.ts'
import type { UserService } from './user-service.ts'

export interface UserRouteParts {
  users: UserService
  sessions: SessionService
}

/** HTTP routes of the accounts, for administrators. */
export function userRoutes({ users, sessions }: UserRouteParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    const reading = { permission: 'user:read' } as const
    const ending = { permission: 'user:write' } as const
    const changing = { ...ending, isDangerous: true }

    app.get('/users', { schema: listUsers, config: reading }, () => users.list())

    app.post('/users', { schema: createUser, config: changing }, async (request, reply) => {
      const user = await users.create(request.body, actorOf(request), originOf(request))
      return reply.header('location', `/api/users/${user.id}`).code(201).send(user)
    })

    app.get('/users/:id', { schema: readUser, config: reading }, (request) => users.find(request.params.id))

    app.patch('/users/:id', { schema: changeUser, config: changing }, (request) =>
      users.change(request.params.id, request.body, actorOf(request), originOf(request)),
    )

    app.delete('/users/:id', { schema: removeUser, config: changing }, async (request, reply) => {
      await users.remove(request.params.id, originOf(request))
      return reply.code(204).send(null)
    })

    app.post(
      '/users/:id/password',
      {
        schema: resetPassword,
        config: changing,
        // No body means the defaults.
        preValidation: async (request) => {
          request.body ??= {}
        },
      },
      (request) => users.resetPassword(request.params.id, request.body, actorOf(request), originOf(request)),
    )

    app.get('/users/:user_id/sessions', { schema: listUserSessions, config: reading }, (request) =>
      users.find(request.params.user_id).then(({ id }) => sessions.list(id, actorOf(request))),
    )

    // Not dangerous: ending sessions must be quick in an emergency.
    app.delete('/users/:user_id/sessions', { schema: endUserSessions, config: ending }, async (request, reply) => {
      const { id } = await users.find(request.params.user_id)
      await sessions.endAll(id, actorOf(request), originOf(request))
      return reply.code(204).send(null)
    })

    app.delete('/users/:user_id/sessions/:id', { schema: endUserSession, config: ending }, async (request, reply) => {
      const { user_id, id } = request.params
      await sessions.end(user_id, id, actorOf(request), originOf(request))
      return reply.code(204).send(null)
    })
  }
}
