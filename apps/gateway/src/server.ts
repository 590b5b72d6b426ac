import { randomUUID } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { Logger } from '@watchpost/runtime'
import { type FastifyError, fastify, LogController } from 'fastify'
import type { GatewayConfig } from './gateway-config.ts'
import { limits } from './limits.ts'
import type { KnownProbe } from './probe-session.ts'
import { type Batch, readBatch } from './read-batch.ts'
import type { Receipt } from './receive.ts'
import { Refusal, type RefusalCode, toProblem } from './refusal.ts'

export interface ServerPorts {
  identify(socket: TLSSocket): Promise<KnownProbe>
  /** Throws a Refusal while nothing more may come in. */
  admit(): void
  receive(probe: KnownProbe, batch: Batch): Promise<Receipt>
  refused(code: RefusalCode): void
}

const minVersion = 'TLSv1.2'

/** `POST /v1/events` over mutual TLS: the whole of what a probe can do here. */
export function createServer(config: Pick<GatewayConfig, 'host' | 'port'>, ports: ServerPorts, logger: Logger) {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.batchBytes,
    // A probe that stalls in the middle of a batch must not hold its buffers for ever.
    requestTimeout: 60_000,
    keepAliveTimeout: 120_000,
    // The certificate comes before it listens, and may be another one later.
    https: { requestCert: true, rejectUnauthorized: true, minVersion },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-ndjson', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onSend', async (request, reply) => {
    reply.header('request-id', request.id)
  })

  app.post<{ Body: Buffer }>('/v1/events', {
    // Before the body is read: a probe that is unknown, or has to wait, costs no memory.
    onRequest: async (request) => {
      request.probe = await ports.identify(request.raw.socket as TLSSocket)
      ports.admit()
    },
    handler: async (request) => ports.receive(request.probe, await readBatch(request.headers, request.body)),
  })

  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    const refusal = toRefusal(error)
    if (!refusal) {
      request.log.error({ err: error }, 'request failed')
      return reply
        .code(500)
        .type('application/problem+json')
        .send({ type: 'about:blank', status: 500, instance: request.id })
    }
    ports.refused(refusal.code)
    const { status } = refusal
    request.log[status >= 500 ? 'warn' : 'debug'](
      { err: refusal, code: refusal.code, probe: request.probe?.id },
      'batch refused',
    )
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    return reply.code(status).type('application/problem+json').send(toProblem(refusal, request.id))
  })

  return {
    name: 'gateway port',
    /** From now on this certificate is shown to probes, and theirs have to come from this authority. */
    present({ chainPem, keyPem }: { chainPem: string; keyPem: string }, authorityPem: string): void {
      app.server.setSecureContext({ ca: authorityPem, cert: chainPem, key: keyPem, minVersion })
    },
    start: async () => {
      await app.listen({ host: config.host, port: config.port })
      logger.info({ address: app.server.address() }, 'listening for probes')
    },
    stop: () => app.close(),
    address: () => app.server.address(),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    probe: KnownProbe
  }
}

function toRefusal(error: FastifyError | Refusal): Refusal | undefined {
  if (error instanceof Refusal) return error
  switch (error.statusCode) {
    case 413:
      return new Refusal('batch-too-large', `A batch is at most ${limits.batchBytes} bytes.`)
    case 415:
      return new Refusal('encoding-unsupported', 'Content-Type is application/x-ndjson.')
    case 400:
      return new Refusal('batch-invalid', error.message)
    default:
      return undefined
  }
}
