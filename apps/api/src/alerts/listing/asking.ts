import type { FastifyReply, FastifyRequest } from 'fastify'
import { departureOf } from '../../http/answer/departure.ts'
import { callerOf } from '../../queues/caller-of.ts'
import type { CallerAsking } from '../../queues/searching.ts'

/** The context of an engine request: the request id, the caller, and a signal that aborts when the caller hangs up. */
export function askingOf({ id: requestId, actor }: FastifyRequest, reply: FastifyReply): CallerAsking {
  return { requestId, caller: callerOf(actor), signal: departureOf(reply) }
}
