import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers of this route are audited as this action. */
    looksAt?: string
  }
  interface FastifyRequest {
    /** What the request reads, as the route understood it; otherwise the URL path and its parameters. */
    seen: Seen | null
    /** The problem code of the answer. */
    problem: string | null
  }
}

export interface Seen {
  object: string
  detail: string
}

/** What metrics, audit and log tell of a request. Compact: it is kept until the next batch of them is written. */
export interface AnsweredRequest {
  id: string
  method: string
  /** The pattern of the route. */
  route: string
  /** With the parameters, as the caller sent it and as the routes saw it. */
  originalUrl: string
  url: string
  status: number
  /** When it was answered, in milliseconds since 1970, and how long that took. */
  atMs: number
  ms: number
  ip: string
  actor: FastifyRequest['actor']
  looksAt: string | undefined
  seen: Seen | null
  problem: string | null
  /** Only if the audit needs it. */
  body: unknown
}

/** Called when the answer is sent or the caller has left. */
export function answeredRequest(request: FastifyRequest, reply: FastifyReply, status: number): AnsweredRequest {
  const { id, method, originalUrl, url, ip, actor, seen, problem, is404, routeOptions } = request
  const { looksAt } = routeOptions.config
  return {
    id,
    method,
    route: is404 ? 'none' : (routeOptions.url ?? 'none'),
    originalUrl,
    url,
    status,
    atMs: Date.now(),
    ms: reply.elapsedTime,
    ip,
    actor,
    looksAt,
    seen,
    problem,
    body: looksAt && !seen && method === 'POST' ? request.body : undefined,
  }
}
