import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import {
  addressOf,
  answerClientError,
  type ConnectionGuard,
  hasOneHost,
  INACTIVITY_MS,
  LISTEN_BACKLOG,
  type Logger,
  serverTimeouts,
  tlsPolicy,
} from '@watchpost/runtime'
import { fastify, LogController } from 'fastify'
import type { GatewayConfig } from '../gateway-config.ts'
import type { KnownProbe } from '../identity/known-probe.ts'
import type { Refused } from '../identity/refusal-book.ts'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import { answerFrameworkError, answerRefusals } from './answer-refusals.ts'
import type { GatewayApp, Routes } from './routes.ts'

export interface ServerPorts {
  /** Identifies the peer of a connection; throws a Refusal for an unknown peer. */
  identify(socket: TLSSocket, address: string): Promise<KnownProbe>
  /** Counts a request of a known probe until it is answered; throws a Refusal when the probe has too many. */
  enter(probe: KnownProbe, answer: ServerResponse): Promise<void>
  refused(refused: Refused): void
  /** Decides which connections this port accepts. */
  connections: ConnectionGuard
  routes: readonly Routes[]
}

/** The port that probes connect to. Every route requires a known probe, unless it is marked as open. */
export function createServer(config: Pick<GatewayConfig, 'host' | 'port'>, ports: ServerPorts, logger: Logger) {
  const app: GatewayApp = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.batchBytes,
    // A probe that stalls in the middle of a batch must not hold its buffers for ever.
    requestTimeout: 60_000,
    keepAliveTimeout: 120_000,
    connectionTimeout: INACTIVITY_MS,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // The certificate is set before the server listens and may change later. The handshake accepts clients without a
    // certificate, since they come to enrol. `identify` rejects them before anything else happens.
    https: { requestCert: true, rejectUnauthorized: false, requireHostHeader: false, ...serverTimeouts, ...tlsPolicy },
  })
  ports.connections.watch(app.server)
  app.addHook('preClose', async () => ports.connections.stop())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-ndjson', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id)
    if (!hasOneHost(request.raw)) {
      reply.header('connection', 'close')
      throw new Refusal('invalid-request', 'Send exactly one Host header.')
    }
    // Identify before the body is read, so that an unknown client costs no memory. This includes URLs without a route.
    if (request.routeOptions.config.isOpen) return
    const socket = request.raw.socket as TLSSocket
    request.probe = await ports.identify(socket, addressOf(request))
    ports.connections.recognise(socket)
    await ports.enter(request.probe, reply.raw)
  })
  answerRefusals(app, ports.refused)
  for (const add of ports.routes) add(app)

  return {
    name: 'gateway port',
    /** Presents this certificate to probes from now on and trusts client certificates of this CA. */
    present({ chainPem, keyPem }: { chainPem: string; keyPem: string }, authorityPem: string): void {
      app.server.setSecureContext({ ca: authorityPem, cert: chainPem, key: keyPem, ...tlsPolicy })
    },
    start: async () => {
      await app.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG })
      logger.info({ address: app.server.address() }, 'listening for probes')
    },
    stop: () => app.close(),
    address: () => app.server.address(),
  }
}
