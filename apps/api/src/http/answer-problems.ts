import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasDeparted } from './departure.ts'
import { problemType, toProblem } from './problem.ts'

/** Every failure of every route leaves as a problem; faults of ours go to the log with their cause. */
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
  if (body.status >= 500) request.log.error({ err: error }, 'request failed')
  // The caller gets our words; those of the search engine are in its cause.
  else if (error instanceof Error && error.cause) request.log.info({ err: error }, 'request refused')
  reply.code(body.status).headers(headers).header('request-id', request.id).type(problemType).send(JSON.stringify(body))
}

/** What cannot even be read as a request, answered on the bare connection. */
export function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statusCode = statusOf(error.code)
  const id = randomUUID()
  const { body } = toProblem({ statusCode }, id)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${statusCode} ${body.title}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(text)}`,
    `request-id: ${id}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}
