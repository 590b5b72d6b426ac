import type { TLSSocket } from 'node:tls'
import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import type { CertifiedProbe } from './known-probe.ts'

/** A certificate with which somebody is connected, and what the store last said of it. */
export interface LiveCertificate {
  fingerprint: Buffer
  notAfter: number
  probe: CertifiedProbe
  checkedAt: number
  sockets: Set<TLSSocket>
}

export interface LiveConnectionPorts {
  registry: { findByFingerprints(fingerprints: readonly Uint8Array[]): Promise<CertifiedProbe[]> }
  /** A connection was ended: its certificate is not good any more, or its probe has too many. */
  ended(reason: 'certificate' | 'too-many'): void
  logger: Pick<Logger, 'info' | 'warn'>
}

const WATCH_MS = 1_000
/** Of one probe, at one gateway; beyond it the oldest goes. */
const CONNECTIONS_PER_PROBE = 8

export type LiveConnections = ReturnType<typeof createLiveConnections>

/**
 * The connections of known probes. Every second the store is asked for the certificates of all of them, and those whose
 * certificate was revoked, has expired or belongs to a deleted probe are ended.
 */
export function createLiveConnections(
  { registry, ended, logger }: LiveConnectionPorts,
  now: () => number = Date.now,
): Part & {
  find(socket: TLSSocket): LiveCertificate | undefined
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

  async function recheck(): Promise<void> {
    // Those who join while the store thinks about it were asked for on their own.
    const asked = [...byPrint]
    if (asked.length === 0) return
    const answer = await registry.findByFingerprints(asked.map(([, { fingerprint }]) => fingerprint))
    const good = new Map(answer.map((probe) => [Buffer.from(probe.fingerprint).toString('hex'), probe]))
    for (const [print, certificate] of asked) {
      const probe = good.get(print)
      if (probe?.isPaired && certificate.notAfter > now()) Object.assign(certificate, { probe, checkedAt: now() })
      else for (const socket of certificate.sockets) end(socket, 'certificate')
    }
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
    join(socket, { fingerprint, notAfter }, probe) {
      const print = fingerprint.toString('hex')
      const certificate = byPrint.get(print) ?? { fingerprint, notAfter, probe, checkedAt: 0, sockets: new Set() }
      Object.assign(certificate, { probe, checkedAt: now() })
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
