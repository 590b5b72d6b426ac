import type { TLSSocket } from 'node:tls'
import { Refusal } from './refusal.ts'

/** What the gateway needs to know of probes. */
export interface ProbeRegistry {
  findByFingerprint(
    fingerprint: Uint8Array,
  ): Promise<{ id: number; fqdn: string; isPaired: boolean; paused: boolean } | 'absent'>
}

export interface KnownProbe {
  id: number
  fqdn: string
}

/** A revocation must be felt soon, and a lookup for every batch would be felt by everyone. */
const TRUST_MS = 2_000

/** Who is at the other end of a connection: by the fingerprint of its certificate, never by what it says. */
export function createProbeSessions(registry: ProbeRegistry, now: () => number = Date.now) {
  const sessions = new WeakMap<TLSSocket, { probe: KnownProbe; until: number }>()

  async function look(socket: TLSSocket): Promise<KnownProbe> {
    const { raw } = socket.getPeerCertificate()
    if (!raw) throw new Refusal('certificate-unknown', 'The connection has no client certificate.')
    const probe = await find(await fingerprintOf(raw))
    if (probe === 'absent') throw new Refusal('certificate-unknown', 'Enrol the probe, or use its own certificate.')
    if (!probe.isPaired) throw new Refusal('probe-unpaired', `Pair probe ${probe.id} again.`)
    if (probe.paused) {
      throw new Refusal('probe-paused', `An administrator paused probe ${probe.id}.`, { retryAfterSeconds: 30 })
    }
    return { id: probe.id, fqdn: probe.fqdn }
  }

  async function find(fingerprint: Uint8Array) {
    try {
      return await registry.findByFingerprint(fingerprint)
    } catch (error) {
      throw new Refusal('store-unavailable', 'Send the batch again.', { cause: error })
    }
  }

  return async function identify(socket: TLSSocket): Promise<KnownProbe> {
    const known = sessions.get(socket)
    if (known && known.until > now()) return known.probe
    const probe = await look(socket)
    sessions.set(socket, { probe, until: now() + TRUST_MS })
    return probe
  }
}

async function fingerprintOf(certificate: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(certificate)))
}
