import { addressOf, hearOut } from '@watchpost/runtime'
import { isStoreRetryable } from '@watchpost/store'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../limits.ts'
import type { Refused } from '../identity/refusal-book.ts'
import { Refusal, toProblem } from '../refusal.ts'
import type { GatewayApp } from './routes.ts'

/**
 * Answers every failure as a problem (RFC 9457). Also closes the connection of a client that may not connect at all.
 */
export function answerRefusals(app: GatewayApp, refused: (refused: Refused) => void): void {
  app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) => {
    const refusal = toRefusal(error, request)
    if (!refusal) {
      request.log.error({ err: error }, 'request failed')
      return reply
        .code(500)
        .type('application/problem+json')
        .send({ type: 'about:blank', status: 500, instance: request.id })
    }
    refused({ code: refusal.code, address: addressOf(request), requestId: request.id })
    const { status } = refusal
    request.log[status >= 500 ? 'warn' : 'debug'](
      { err: refusal, code: refusal.code, probe: request.probe?.id },
      'request refused',
    )
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    if (status === 403 || status === 413) {
      await hearOut(request.raw)
      reply.header('connection', 'close')
    }
    return reply.code(status).type('application/problem+json').send(toProblem(refusal, request.id))
  })
  app.setNotFoundHandler(() => {
    throw new Refusal('not-found', 'The gateway has no such address.')
  })
}

/**
 * Answers requests that Fastify rejects before routing, for example an invalid URL. The URL is not repeated in the
 * answer.
 */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new Refusal('not-found', 'The gateway has no such address.')
      : new Refusal('invalid-request', 'The address is not a valid URL.')
  reply
    .code(refusal.status)
    .header('request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(refusal, request.id)))
}

function toRefusal(error: FastifyError | Refusal, { routeOptions }: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isStoreRetryable(error)) return new Refusal('store-unavailable', 'Send it again.', { cause: error })
  const isBatch = routeOptions.bodyLimit === limits.batchBytes
  switch (error.statusCode) {
    case 413:
      return isBatch
        ? new Refusal('batch-too-large', `A batch is at most ${limits.batchBytes} bytes.`)
        : new Refusal('payload-too-large', `This body is at most ${routeOptions.bodyLimit} bytes.`)
    case 415:
      return new Refusal(
        'encoding-unsupported',
        `Content-Type is not taken here. Send ${isBatch ? 'application/x-ndjson' : 'application/json'}.`,
      )
    case 400:
      return new Refusal(isBatch ? 'batch-invalid' : 'invalid-request', error.message)
    default:
      return undefined
  }
}
