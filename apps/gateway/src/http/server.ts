import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { addressOf, type Logger } from '@watchpost/runtime'
import { fastify, LogController } from 'fastify'
import type { GatewayConfig } from '../gateway-config.ts'
import type { KnownProbe } from '../identity/known-probe.ts'
import type { Refused } from '../identity/refusal-book.ts'
import { limits } from '../limits.ts'
import { answerRefusals } from './answer-refusals.ts'
import type { GatewayApp, Routes } from './routes.ts'

export interface ServerPorts {
  /** Who is at the other end of a connection; throws a Refusal when it is nobody we know. */
  identify(socket: TLSSocket, address: string): Promise<KnownProbe>
  /** Lets a request of a known probe in until it is answered; throws a Refusal when the probe has too many. */
  enter(probe: KnownProbe, answer: ServerResponse): Promise<void>
  refused(refused: Refused): void
  /** A connection was closed unheard, since there are as many as may be. */
  turnedAway(): void
  routes: readonly Routes[]
}

const minVersion = 'TLSv1.2'

/** The port that probes connect to. Every route is for known probes only, unless it says that it is open. */
export function createServer(config: Pick<GatewayConfig, 'host' | 'port'>, ports: ServerPorts, logger: Logger) {
  const app: GatewayApp = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.batchBytes,
    // A probe that stalls in the middle of a batch must not hold its buffers for ever.
    requestTimeout: 60_000,
    keepAliveTimeout: 120_000,
    // The certificate comes before it listens, and may be another one later. Who has none yet comes to enrol, so the
    // handshake refuses nobody: `identify` does, before anything else is looked at.
    https: { requestCert: true, rejectUnauthorized: false, minVersion },
  })
  app.server.maxConnections = limits.connections
  app.server.on('drop', () => {
    ports.turnedAway()
    logger.warn({ limit: limits.connections }, 'a connection was turned away: this gateway has all that it can hold')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-ndjson', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    // Before the body is read: who is unknown costs no memory. Addresses that do not exist are no exception.
    if (request.routeOptions.config.isOpen) return
    request.probe = await ports.identify(request.raw.socket as TLSSocket, addressOf(request))
    await ports.enter(request.probe, reply.raw)
  })
  answerRefusals(app, ports.refused)
  for (const add of ports.routes) add(app)

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
