import { AppError } from '@watchpost/contract'
import { addressOf } from '@watchpost/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './authenticate.ts'
import { type CallerLimitPorts, createCallerLimit } from './caller-limit.ts'
import type { Actor, Permission } from './permission.ts'
import type { RouteTable } from '../route-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    /** A change that a browser may make only within minutes after the password was given. */
    isDangerous?: boolean
    /** Pages poll it by themselves, so it does not keep an idle browser's session alive. */
    isPolled?: boolean
  }
  interface FastifyRequest {
    /** Who is asking; no one on a public route. */
    actor: Actor | null
  }
}

export interface GuardPorts extends CallerLimitPorts {
  routes: RouteTable
  authenticate: Authenticate
  /** A caller has authenticated. */
  onKnown?(request: FastifyRequest): void
}

/** Before a byte of the body is read: does the address exist, does it take the method, may this caller use it? */
export function guardRoutes(app: FastifyInstance, { routes, authenticate, onKnown, ...limits }: GuardPorts): void {
  const callers = createCallerLimit(limits)
  app.decorateRequest('actor', null)
  // Reached only when a route finds nothing after all, as the documentation does for a file that it does not have.
  app.setNotFoundHandler((request) => {
    throw nothingAt(request.url)
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) {
      callers.countStranger(request, reply)
      return answerUnrouted(request, reply, routes)
    }
    const { permission, isDangerous, isPolled } = request.routeOptions.config
    if (!permission) throw new Error('a route without a permission was reached')
    const { method, headers } = request
    const caller = { method, headers, address: addressOf(request) }
    await callers.countWhile(request, reply, async () => {
      request.actor = await authenticate(caller, { permission, isDangerous, isPolled })
      if (request.actor) onKnown?.(request)
      return request.actor
    })
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
