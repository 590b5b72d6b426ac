import type { Asking } from '@watchpost/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { departureOf } from '../../http/answer/departure.ts'

/** The context of an engine request: the request id, and a signal that aborts when the caller hangs up. */
export function askingOf({ id: requestId }: FastifyRequest, reply: FastifyReply): Asking {
  return { requestId, signal: departureOf(reply) }
}
