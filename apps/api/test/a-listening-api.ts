import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { createAuthority, issueServerCertificate } from '@watchpost/pki'
import {
  type ConnectionGuardOptions,
  createConnectionGuard,
  createConnectionMetrics,
  createLogger,
  createMetrics,
  type ProxyMode,
  readTrustedProxies,
  tlsPolicy,
} from '@watchpost/runtime'
import { anApi } from './an-api.ts'

export interface ListeningWish {
  guard?: Partial<ConnectionGuardOptions>
  networks?: readonly string[]
  mode?: ProxyMode
  isPlain?: boolean
}

/** The HTTP server over fakes, on its own port, with the connection guard. */
export async function aListeningApi({ guard, networks = [], mode = 'proxy-v2', isPlain }: ListeningWish = {}) {
  const authority = await createAuthority({ commonName: 'Watchpost appliance' })
  const served = await issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 1 })
  const proxies = readTrustedProxies('WATCHPOST_API_PROXY_NETWORKS', networks, mode)
  const metrics = createMetrics('api')
  const connections = createConnectionGuard({
    limit: 1_000,
    reserved: 250,
    proxies,
    metrics: createConnectionMetrics(metrics),
    logger: createLogger('api', 'silent'),
    ...guard,
  })
  const onTls = (server: Server) => server.setSecureContext({ ...tlsPolicy, cert: served.certPem, key: served.keyPem })
  const { app, accesses, ...rest } = await anApi({ listener: { connections, proxies, ...(isPlain ? {} : { onTls }) } })
  let accepted = 0
  app.server.on('connection', () => {
    accepted += 1
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  /** A TLS connection with a completed handshake. */
  function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca: authority.certPem, servername: 'localhost', ...options })
      socket.once('error', reject)
      socket.once('secureConnect', () => {
        socket.off('error', reject).on('error', () => {})
        resolve(socket)
      })
    })
  }

  return {
    port,
    authorityPem: authority.certPem,
    server: app.server,
    accesses,
    open,
    /** Number of accepted connections so far, including closed ones. */
    accepted: () => accepted,
    connectionText: () => metrics.text(),
    connectionCount: () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      await rest[Symbol.asyncDispose]()
      await metrics.stop()
    },
  }
}

/** Sends bytes and returns everything received until the other side closes. */
export function exchange(socket: NodeJS.ReadWriteStream, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      heard += text
    })
    socket.on('close', () => resolve(heard))
    socket.write(bytes)
  })
}
