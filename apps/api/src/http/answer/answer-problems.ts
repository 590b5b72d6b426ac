import { hearOut } from '@watchpost/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasDeparted } from './departure.ts'
import { problemType, toProblem } from './problem.ts'

/** Converts every failure of every route to a problem; internal errors are logged with their cause. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem)
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (hasDeparted(reply)) {
    reply.hijack()
    return
  }
  const { body, headers } = toProblem(error, request.id)
  request.problem = body.type.replace(/^.*\//, '')
  if (body.status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
  // The caller gets our text; that of the search engine is in the cause.
  else if (error instanceof Error && error.cause)
    request.log.info({ requestId: request.id, err: error }, 'request refused')
  const send = () => {
    reply
      .code(body.status)
      .headers(headers)
      .header('request-id', request.id)
      .type(problemType)
      .send(JSON.stringify(body))
  }
  // The connection closes after a body that is too large. Delay the answer so that the client can read it.
  if (body.status === 413 && !request.raw.complete) void sendWhenHeard(request, send)
  else send()
}

async function sendWhenHeard({ raw }: FastifyRequest, send: () => void): Promise<void> {
  await hearOut(raw)
  send()
}
