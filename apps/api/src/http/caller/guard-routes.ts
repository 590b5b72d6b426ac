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
    /** A change that a browser may make only within minutes after entering the password. */
    isDangerous?: boolean
    /** The console polls it, so it does not keep an idle browser session alive. */
    isPolled?: boolean
  }
  interface FastifyRequest {
    /** The authenticated caller; null on a public route. */
    actor: Actor | null
  }
}

export interface GuardPorts extends CallerLimitPorts {
  routes: RouteTable
  authenticate: Authenticate
  /** Called when a caller has authenticated. */
  onKnown?(request: FastifyRequest): void
}

/** Checks before the body is read that the route exists, accepts the method, and allows this caller. */
export function guardRoutes(app: FastifyInstance, { routes, authenticate, onKnown, ...limits }: GuardPorts): void {
  const callers = createCallerLimit(limits)
  app.decorateRequest('actor', null)
  // Reached only when a route finds nothing itself, for example the documentation for an unknown file.
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

/** Answers a request without a route: 404, or 405 if the path accepts other methods. */
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
