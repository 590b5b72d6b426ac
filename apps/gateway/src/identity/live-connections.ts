import type { TLSSocket } from 'node:tls'
import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import type { CertifiedProbe } from './known-probe.ts'

/** A certificate with open connections, and its last known state in the store. */
export interface LiveCertificate {
  fingerprint: Buffer
  notAfter: number
  probe: CertifiedProbe
  /** The store was queried for this certificate after it had joined. */
  isConfirmed: boolean
  sockets: Set<TLSSocket>
}

export interface LiveConnectionPorts {
  registry: {
    /** Changes whenever the state of any certificate may have changed. */
    revision(): Promise<number>
    findByFingerprints(fingerprints: readonly Uint8Array[]): Promise<CertifiedProbe[]>
  }
  /** Called when a connection was closed: its certificate is no longer valid, or its probe has too many connections. */
  ended(reason: 'certificate' | 'too-many'): void
  logger: Pick<Logger, 'info' | 'warn'>
}

const WATCH_MS = 1_000
/** Maximum age of the last answer of the store. After that, a request queries the store again. */
const FRESH_MS = 3_000
/** Per probe and gateway; beyond it, the oldest connection is closed. */
const CONNECTIONS_PER_PROBE = 8

export type LiveConnections = ReturnType<typeof createLiveConnections>

/**
 * Tracks the connections of known probes. Every second it asks the store whether anything has changed, and if so, for
 * all certificates in use. It closes connections whose certificate was revoked, has expired or belongs to a deleted
 * probe.
 */
export function createLiveConnections(
  { registry, ended, logger }: LiveConnectionPorts,
  now: () => number = Date.now,
): Part & {
  find(socket: TLSSocket): LiveCertificate | undefined
  /** True if the store answered recently, so that open connections may stay. */
  isFresh(): boolean
  join(
    socket: TLSSocket,
    certificate: { fingerprint: Buffer; notAfter: number },
    probe: CertifiedProbe,
  ): LiveCertificate
  count(): number
} {
  const bySocket = new Map<TLSSocket, LiveCertificate>()
  const byPrint = new Map<string, LiveCertificate>()
  const byProbe = new Map<number, Set<TLSSocket>>()

  let seenRevision: number | undefined
  let heardAt = -Infinity

  async function recheck(): Promise<void> {
    const askedAt = now()
    const revision = await registry.revision()
    // A certificate that has just joined may have been looked up before the change that this revision includes.
    const asked = [...byPrint.values()].filter(({ isConfirmed }) => revision !== seenRevision || !isConfirmed)
    const answer = asked.length === 0 ? [] : await registry.findByFingerprints(asked.map((each) => each.fingerprint))
    const good = new Map(answer.map((probe) => [Buffer.from(probe.fingerprint).toString('hex'), probe]))
    for (const certificate of asked) {
      const probe = good.get(certificate.fingerprint.toString('hex'))
      if (!probe?.isPaired) endAll(certificate)
      else Object.assign(certificate, { probe, isConfirmed: true, notAfter: endOf(certificate.notAfter, probe) })
    }
    for (const certificate of byPrint.values()) if (certificate.notAfter <= now()) endAll(certificate)
    seenRevision = revision
    heardAt = askedAt
  }

  /** A superseded certificate ends before its notAfter, by the clock of the database. */
  function endOf(notAfter: number, { graceMs }: CertifiedProbe): number {
    return graceMs === null ? notAfter : Math.min(notAfter, now() + graceMs)
  }

  function endAll(certificate: LiveCertificate): void {
    for (const socket of certificate.sockets) end(socket, 'certificate')
  }

  function end(socket: TLSSocket, reason: 'certificate' | 'too-many'): void {
    leave(socket)
    ended(reason)
    socket.destroy()
  }

  function leave(socket: TLSSocket): void {
    const certificate = bySocket.get(socket)
    if (!certificate) return
    bySocket.delete(socket)
    certificate.sockets.delete(socket)
    if (certificate.sockets.size === 0) byPrint.delete(certificate.fingerprint.toString('hex'))
    const ofProbe = byProbe.get(certificate.probe.id)
    ofProbe?.delete(socket)
    if (ofProbe?.size === 0) byProbe.delete(certificate.probe.id)
  }

  const watch = createWatch('certificates of probes', recheck, logger, { everyMs: WATCH_MS })
  return {
    name: watch.name,
    start: watch.start,
    stop: watch.stop,
    find: (socket) => bySocket.get(socket),
    isFresh: () => heardAt + FRESH_MS > now(),
    join(socket, { fingerprint, notAfter }, probe) {
      const print = fingerprint.toString('hex')
      const certificate = byPrint.get(print) ?? {
        fingerprint,
        notAfter,
        probe,
        isConfirmed: false,
        sockets: new Set(),
      }
      certificate.probe = probe
      certificate.notAfter = endOf(certificate.notAfter, probe)
      if (bySocket.has(socket)) return certificate
      byPrint.set(print, certificate)
      bySocket.set(socket, certificate)
      certificate.sockets.add(socket)
      const ofProbe = byProbe.get(probe.id) ?? new Set()
      byProbe.set(probe.id, ofProbe.add(socket))
      socket.once('close', () => leave(socket))
      const [oldest] = ofProbe
      if (ofProbe.size > CONNECTIONS_PER_PROBE && oldest) end(oldest, 'too-many')
      return certificate
    },
    count: () => bySocket.size,
  }
}
