import { AppError } from '@watchpost/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './authenticate.ts'
import type { Actor, Permission } from './permission.ts'
import type { RouteTable } from './route-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
  }
  interface FastifyRequest {
    /** Who is asking; nobody on a public route. */
    actor: Actor | null
  }
}

/** Before a byte of the body is read: does the address exist, does it take the method, may this caller use it? */
export function guardRoutes(app: FastifyInstance, routes: RouteTable, authenticate: Authenticate): void {
  app.decorateRequest('actor', null)
  // Reached only when a route finds nothing after all, as the documentation does for a file that it does not have.
  app.setNotFoundHandler((request) => {
    throw nothingAt(request.url)
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerUnrouted(request, reply, routes)
    const { permission } = request.routeOptions.config
    if (!permission) throw new Error('a route without a permission was reached')
    request.actor = await authenticate(request.headers, permission)
    return undefined
  })
}

/** No route took the request: nothing is there, or what is there takes other methods. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, routes: RouteTable): FastifyReply {
  const methods = routes.methodsAt(pathOf(request.url))
  if (methods.length === 0) throw nothingAt(request.url)
  const allowed = [...methods, 'OPTIONS'].join(', ')
  reply.header('allow', allowed)
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new AppError('method-not-allowed', `This address takes ${allowed}.`)
}

function nothingAt(url: string): AppError {
  return new AppError('not-found', `Nothing answers at ${pathOf(url).slice(0, 200)}.`)
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
