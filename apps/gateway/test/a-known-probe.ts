import type { CertifiedProbe } from '../src/identity/known-probe.ts'

/** A probe with a valid certificate. */
export function aKnownProbe(wish: Partial<CertifiedProbe> = {}): CertifiedProbe {
  return {
    id: 3,
    fqdn: 'probe-03.example.test',
    isPaired: true,
    isUsed: true,
    isSuperseded: false,
    graceMs: null,
    paused: false,
    eventsPerSecond: null,
    fingerprint: new Uint8Array(32),
    ...wish,
  }
}
