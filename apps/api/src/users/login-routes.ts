import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { login } from '@watchpost/contract'
import type { LoginService } from './login-service.ts'

/** HTTP face of logging in. */
export function loginRoutes(service: LoginService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post('/auth/login', { schema: login, config: { permission: 'public' } }, (request) =>
      service.login(request.body),
    )
  }
}
