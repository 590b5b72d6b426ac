import { AppError } from '@watchpost/contract'
import { addressOf, type RateLimit, sourceOf } from '@watchpost/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialOf } from './credential.ts'
import { createFamiliarCredentials } from './familiar-credentials.ts'
import type { Actor } from './permission.ts'

export interface CallerLimitPorts {
  rateLimit: RateLimit
  /** A caller was rate-limited. */
  onLimited(kind: 'account' | 'key' | 'address'): void
}

/**
 * Rate limits. Unknown callers count by IP address, before any lookup; all others count by account or key. A credential
 * that was recently valid in this process is not unknown, so that a flood from a shared IP address does not block
 * signed-in callers.
 */
export function createCallerLimit({ rateLimit, onLimited }: CallerLimitPorts) {
  const familiar = createFamiliarCredentials()

  return {
    /** Counts a request by its IP address, without a lookup of its credential. */
    countStranger(request: FastifyRequest, reply: FastifyReply): void {
      take(reply, 'address', strangerOf(request))
    },

    /**
     * Counts a request before and after `authenticate` identifies its caller; rejects it when that caller is over the
     * limit.
     */
    async countWhile(
      request: FastifyRequest,
      reply: FastifyReply,
      authenticate: () => Promise<Actor | null>,
    ): Promise<Actor | null> {
      const credential = credentialOf(request.headers)
      const isFamiliar = typeof credential !== 'string' && familiar.has(credential)
      const stranger = strangerOf(request)
      // Count before the lookup, so that concurrent invalid tokens are limited too.
      if (!isFamiliar) take(reply, 'address', stranger)
      let actor: Actor | null
      try {
        actor = await authenticate()
      } catch (error) {
        if (!isFamiliar || typeof credential === 'string') throw error
        if (error instanceof AppError && error.code === 'unauthenticated') familiar.forget(credential)
        // Rejected requests count by IP address, whatever credential they carry.
        take(reply, 'address', stranger)
        throw error
      }
      if (!actor) return actor
      if (!isFamiliar) rateLimit.giveBack(`address ${stranger}`)
      familiar.remember({ hash: actor.credentialHash })
      if (actor.via === 'key') take(reply, 'key', actor.credentialId)
      else take(reply, 'account', actor.accountId)
      return actor
    },
  }

  function take(reply: FastifyReply, kind: 'account' | 'key' | 'address', name: string | number): void {
    const { isAllowed, remaining, resetSeconds } = rateLimit.take(`${kind} ${name}`)
    reply.header('ratelimit-policy', rateLimit.policy)
    reply.header('ratelimit', `"caller";r=${remaining};t=${resetSeconds}`)
    if (isAllowed) return
    onLimited(kind)
    throw new AppError('too-many-requests', 'This caller has used up its requests for this minute.', {
      retryAfterSeconds: resetSeconds,
    })
  }
}

function strangerOf(request: FastifyRequest): string {
  return sourceOf(addressOf(request))
}
