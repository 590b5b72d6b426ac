import type { AuditOrigin } from '@watchpost/store'
import type { FastifyRequest } from 'fastify'

/** Who asks for a change and from where, for the audit. Only for routes that are not public. */
export function originOf(request: Pick<FastifyRequest, 'actor' | 'ip' | 'id'>): AuditOrigin {
  if (!request.actor) throw new Error('a public route has no origin of a change')
  const { accountId, username, via, credentialPrefix } = request.actor
  return { accountId, username, via, credentialPrefix, address: addressOf(request), requestId: request.id }
}

/** The caller's address; one that came over IPv6 only by its form is written as the IPv4 address that it is. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
