import { addressOf } from '@watchpost/runtime'
import type { AuditOrigin } from '@watchpost/store'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './permission.ts'

/** Who makes a change and from where, for the audit. Only for routes that are not public. */
export function originOf(request: Pick<FastifyRequest, 'actor' | 'ip' | 'id'>): AuditOrigin {
  const { accountId, username, via, credentialPrefix } = actorOf(request)
  return { accountId, username, via, credentialPrefix, address: addressOf(request), requestId: request.id }
}

/** The authenticated caller. Only for routes that are not public. */
export function actorOf({ actor }: Pick<FastifyRequest, 'actor'>): Actor {
  if (!actor) throw new Error('no one is known to ask on a public route')
  return actor
}

/** The origin of a caller that is not authenticated yet. */
export function whenceOf(request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>) {
  return { address: addressOf(request), userAgent: userAgentOf(request), requestId: request.id }
}

/** The user agent, without control characters. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 256)
}
