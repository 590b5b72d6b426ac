import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls'
import { SyslogTrouble, troubleOf } from './trouble.ts'

/** TLS options of a receiver. */
export interface TlsOptions {
  /** PEM; the system's authorities by default. */
  ca?: string | undefined
  /** Our own certificate chain and its key, in PEM. */
  cert?: string | undefined
  key?: string | undefined
  /** The name to verify in the receiver's certificate; the host by default. */
  serverName?: string | undefined
  isVerified: boolean
}

export interface SyslogTarget {
  host: string
  port: number
  tls?: TlsOptions | undefined
}

/** Resolves a host to IP addresses that the egress guard has allowed. */
export type Resolve = (host: string, port: number) => Promise<readonly string[] | { refused: string }>

/** Called for each step of a connection. */
export type OnStep = (step: 'resolve' | 'connect' | 'tls', detail: string) => void

const CONNECT_MS = 10_000
const HANDSHAKE_MS = 10_000
/** Together with ten keep-alive probes a second apart, the default of the runtime, a dead peer is detected in 20 s. */
const KEEP_ALIVE_AFTER_MS = 10_000

/**
 * Connects to one of the checked IP addresses only, so that a name that resolves differently a moment later cannot
 * redirect the connection.
 */
export async function openSocket(
  { host, port, tls }: SyslogTarget,
  resolve: Resolve,
  signal: AbortSignal,
  onStep: OnStep = () => undefined,
): Promise<Socket> {
  const addresses = await resolve(host, port).catch((error: unknown) => {
    throw troubleOf('resolve', error)
  })
  if ('refused' in addresses) throw new SyslogTrouble('resolve', addresses.refused)
  onStep('resolve', addresses.join(', '))

  const socket = await firstThatConnects(addresses, port, signal)
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS)
  // Writes are already large, so Nagle's algorithm would only delay them.
  socket.setNoDelay(true)
  onStep('connect', `${socket.remoteAddress ?? ''} port ${port}`)
  if (!tls) return socket
  const secure = await handshake(socket, host, tls, signal).catch((error: unknown) => {
    socket.destroy()
    throw troubleOf('tls', error)
  })
  onStep(
    'tls',
    `${secure.getProtocol() ?? ''} ${secure.getCipher().standardName}${tls.isVerified ? '' : ', certificate not checked'}`,
  )
  return secure
}

async function firstThatConnects(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let failure: unknown = new SyslogTrouble('resolve', 'The host name has no address.')
  for (const address of addresses) {
    try {
      return await connected(connectTcp({ host: address, port }), 'connect', CONNECT_MS, 'connect', signal)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function handshake(socket: Socket, host: string, tls: TlsOptions, signal: AbortSignal): Promise<TLSSocket> {
  const name = tls.serverName ?? host
  const secure = connectTls({
    socket,
    ...(isIP(name) === 0 && { servername: name }),
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.cert !== undefined && { cert: tls.cert, key: tls.key }),
    rejectUnauthorized: tls.isVerified,
    // Verify the configured name, even if it was not sent as SNI, which is not allowed for an IP address.
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
  })
  // The TLS socket reports errors of the TCP socket below it.
  socket.on('error', () => undefined)
  return connected(secure, 'secureConnect', HANDSHAKE_MS, 'tls', signal)
}

function connected<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  withinMs: number,
  place: 'connect' | 'tls',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      settle()
      socket.on('error', () => undefined)
      socket.destroy()
      const isCut = place === 'tls' && /^(ECONNRESET|EPIPE)$/.test(String((error as NodeJS.ErrnoException).code))
      reject(isCut ? new SyslogTrouble(place, closedWords.tls, { cause: error }) : troubleOf(place, error))
    }
    const onAbort = () => fail(new SyslogTrouble(place, 'The attempt was given up.'))
    const onClose = () => fail(new SyslogTrouble(place, closedWords[place]))
    const timer = setTimeout(() => fail(new SyslogTrouble(place, silentWords[place])), withinMs)
    // Only while connecting: afterwards the owner handles the connection.
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    socket.once('error', fail)
    socket.once('close', onClose)
    socket.once(event, () => {
      settle()
      socket.off('error', fail)
      socket.off('close', onClose)
      resolve(socket)
    })
  })
}

const silentWords = {
  connect: 'The receiver does not answer: its host is down, or a firewall drops the connection.',
  tls: 'The receiver took the connection and then said nothing: it hangs, or does not speak TLS on this port.',
}
const closedWords = {
  connect: 'The connection was closed before it was made.',
  tls: 'The receiver closed the connection during the TLS handshake: it may not speak TLS, or refuse the certificate.',
}
