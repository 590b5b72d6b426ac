import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { DropArgument, Socket } from 'node:net'
import { Server as TlsServer, type TLSSocket } from 'node:tls'
import type { Logger } from '../logger.ts'
import { addressOf, sourceOf } from '../address/source-address.ts'
import type { ConnectionMetrics, ConnectionRefusal } from './connection-metrics.ts'
import { createConnectionTable } from './connection-table.ts'
import { createHandshakes, type Handshake, type HandshakeLimits, handshakeLimits } from './handshakes/handshakes.ts'
import type { ProxiedClient } from './proxy/parse-proxy-header.ts'
import { readProxyHeader } from './proxy/read-proxy-header.ts'
import type { TrustedProxies } from './proxy/trusted-proxies.ts'
import { onceReadable, parentOf, showClient } from './raw-socket.ts'
import { createRefusalLog } from './refusal-log.ts'
import { serverTimeouts } from './server-timeouts.ts'

export interface ConnectionGuardOptions {
  /** The connection limit, and how many of these are reserved for known peers. */
  limit: number
  reserved: number
  handshakes?: Partial<HandshakeLimits>
  /** From accepting a connection to the end of its handshake. */
  handshakeMs?: number
  proxies: TrustedProxies
  metrics: ConnectionMetrics
  logger: Pick<Logger, 'warn'>
}

export interface ConnectionGuard {
  /** Lets the guard decide which connections this server gets. Call it before the server listens. */
  watch(server: HttpServer | HttpsServer): void
  /** The peer of this connection has authenticated. */
  recognise(socket: Socket): void
  /** Closes connections without a request so far and accepts no more: a closing server would wait for each of them. */
  stop(): void
}

interface Connection extends Handshake {
  raw: Socket
  /** The client that a trusted proxy reports. */
  client: ProxiedClient | undefined
  requests: number
  deadline: NodeJS.Timeout
  evict(): void
}

/** The table closes others to make room. Beyond this, the system drops connections unseen. */
const OVERFLOW = 64

/** Limits what strangers can use of a public port: connections, unfinished handshakes, and time. */
export function createConnectionGuard(options: ConnectionGuardOptions): ConnectionGuard {
  const { limit, reserved, proxies, metrics, logger } = options
  const handshakes = createHandshakes<Connection>({ ...handshakeLimits, ...options.handshakes })
  const handshakeMs = options.handshakeMs ?? serverTimeouts.handshakeTimeout
  const table = createConnectionTable<Connection>({ limit, reserved })
  const bySocket = new WeakMap<Socket, Connection>()
  const withoutRequest = new Set<Connection>()
  const lines = createRefusalLog(logger)
  let isStopped = false
  metrics.watch(() => ({ ...table.counts(), handshakes: handshakes.total(), limit }))

  function watch(server: HttpServer | HttpsServer): void {
    const isTls = server instanceof TlsServer
    const events: EventEmitter = server
    // The first bytes are awaited and inspected before TLS or HTTP gets the connection.
    const receivers = events.listeners('connection')
    events.removeAllListeners('connection')
    events.on('connection', (raw: Socket) => {
      accept(raw, isTls, () => {
        for (const receive of receivers) receive.call(server, raw)
      })
    })
    events.prependListener('secureConnection', (secure: TLSSocket) => {
      const connection = bySocket.get(parentOf(secure))
      if (!connection) return
      bySocket.set(secure, connection)
      if (connection.client) showClient(secure, connection.client)
      opened(connection)
    })
    events.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
      const connection = bySocket.get(socket)
      if (!connection) return
      withoutRequest.delete(connection)
      connection.requests += 1
      table.setBusy(connection, true)
      answer.once('close', () => {
        connection.requests -= 1
        if (connection.requests === 0) table.setBusy(connection, false)
      })
    })
    server.maxConnections = limit + OVERFLOW
    events.on('drop', (dropped?: DropArgument) => note('full', dropped?.remoteAddress ?? ''))
  }

  function accept(raw: Socket, isTls: boolean, handOver: () => void): void {
    if (isStopped) {
      raw.destroy()
      return
    }
    handshakes.noteAccepted()
    const address = addressOf({ ip: raw.remoteAddress ?? '' })
    const isProxy = proxies.includes(address)
    const source = isTls && !isProxy ? sourceOf(address) : undefined
    if (source !== undefined && !handshakes.take(source)) return refuse(raw, 'handshakes', address)

    const connection: Connection = {
      raw,
      source,
      client: undefined,
      requests: 0,
      deadline: setTimeout(() => give(connection, 'timeout'), handshakeMs).unref(),
      start: () => (raw.destroyed ? undefined : handOver()),
      displace: () => give(connection, 'handshakes'),
      evict: () => give(connection, 'displaced'),
    }
    if (!table.enter(connection)) {
      forget(connection)
      return refuse(raw, 'full', address)
    }
    withoutRequest.add(connection)
    bySocket.set(raw, connection)
    // Nothing else handles errors of a connection before it is taken over.
    raw.on('error', () => raw.destroy())
    raw.once('close', () => forget(connection))

    const begin = () => {
      if (isTls) handshakes.await(connection)
      onceReadable(raw, () => {
        if (isTls) return handshakes.queue(connection)
        opened(connection)
        handOver()
      })
    }
    if (isProxy && proxies.mode === 'proxy-v2')
      readProxyHeader(raw, (client) => proxied(connection, client, isTls, begin))
    else begin()
  }

  function proxied(
    connection: Connection,
    client: ProxiedClient | 'local' | 'invalid',
    isTls: boolean,
    begin: () => void,
  ) {
    if (client === 'invalid') return give(connection, 'proxy-header')
    if (client !== 'local') {
      connection.client = client
      if (!isTls) showClient(connection.raw, client)
      const source = sourceOf(client.address)
      if (isTls && !proxies.includes(client.address)) {
        if (!handshakes.take(source)) return give(connection, 'handshakes')
        connection.source = source
      }
    }
    begin()
  }

  /** The handshake is finished; from here on the HTTP timeouts apply. */
  function opened(connection: Connection): void {
    clearTimeout(connection.deadline)
    handshakes.leave(connection)
  }

  function forget(connection: Connection): void {
    clearTimeout(connection.deadline)
    handshakes.leave(connection)
    withoutRequest.delete(connection)
    table.leave(connection)
  }

  /** Closes a connection and counts the refusal. */
  function give(connection: Connection, reason: ConnectionRefusal): void {
    forget(connection)
    refuse(connection.raw, reason, connection.client?.address ?? connection.raw.remoteAddress ?? '')
  }

  function refuse(raw: Socket, reason: ConnectionRefusal, address: string): void {
    note(reason, address)
    raw.destroy()
  }

  function note(reason: ConnectionRefusal, address: string): void {
    metrics.refused(reason)
    lines.note(reason, addressOf({ ip: address }))
  }

  return {
    watch,
    recognise(socket) {
      const connection = bySocket.get(socket)
      if (connection) table.recognise(connection)
    },
    stop() {
      isStopped = true
      for (const { raw } of withoutRequest) raw.destroy()
      lines.stop()
    },
  }
}
