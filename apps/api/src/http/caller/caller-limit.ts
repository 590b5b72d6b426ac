import { AppError } from '@watchpost/contract'
import { addressOf, type RateLimit, sourceOf } from '@watchpost/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialOf } from './credential.ts'
import { createFamiliarCredentials } from './familiar-credentials.ts'
import type { Actor } from './permission.ts'

export interface CallerLimitPorts {
  rateLimit: RateLimit
  /** A caller was told to come back later. */
  onLimited(kind: 'account' | 'key' | 'address'): void
}

/**
 * Counts requests: of strangers by their address and before anything is looked up for them, of others by account or
 * key. A credential that was live here a while ago is no stranger, so that a flood from a shared address does not shut
 * out those who are signed in.
 */
export function createCallerLimit({ rateLimit, onLimited }: CallerLimitPorts) {
  const familiar = createFamiliarCredentials()

  return {
    /** Counts a request that says nothing of who it is from. */
    countStranger(request: FastifyRequest, reply: FastifyReply): void {
      take(reply, 'address', strangerOf(request))
    },

    /** Counts a request, before and after `authenticate` says whose it is; refuses it when that caller has had enough. */
    async countWhile(
      request: FastifyRequest,
      reply: FastifyReply,
      authenticate: () => Promise<Actor | null>,
    ): Promise<Actor | null> {
      const credential = credentialOf(request.headers)
      const isFamiliar = typeof credential !== 'string' && familiar.has(credential)
      const stranger = strangerOf(request)
      // Taken before the lookup and not after: any number of made-up tokens at the same instant count.
      if (!isFamiliar) take(reply, 'address', stranger)
      let actor: Actor | null
      try {
        actor = await authenticate()
      } catch (error) {
        if (!isFamiliar || typeof credential === 'string') throw error
        if (error instanceof AppError && error.code === 'unauthenticated') familiar.forget(credential)
        // Those who are refused count by their address, whatever they carry.
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
