import { createAuthority } from '@watchpost/pki'
import type { ClockCorrections, ManagedProbe, NewCode, ProbeTotals, ReportedHealth } from '@watchpost/store'
import type { ProbePorts } from '../../src/probes/probe-service.ts'

/** An in-memory store of probes, with their pairing codes. */
export function aProbeStore() {
  const authority = createAuthority({ commonName: 'test' })
  const present = new Map<number, ManagedProbe>()
  const codes: NewCode[] = []
  const reports = new Map<number, ReportedHealth>()
  const accounts: ProbeTotals[] = []
  const corrections = new Map<number, ClockCorrections>()
  const cleared: Array<[id: number, expectsNetworks: boolean]> = []
  const isTaken = (fqdn: string, id?: number) =>
    [...present.values()].some((each) => each.id !== id && each.fqdn.toLowerCase() === fqdn.toLowerCase())

  const ports: ProbePorts = {
    probes: {
      list: async () => [...present.values()],
      find: async (id) => present.get(id) ?? 'absent',
      async create({ id = present.size + 1, fqdn, eventsPerSecond }, code) {
        if (present.has(id)) return 'id-taken'
        if (isTaken(fqdn)) return 'fqdn-taken'
        codes.push(code)
        const probe: ManagedProbe = {
          id,
          fqdn,
          isPaired: false,
          isPaused: false,
          createdAt: new Date(),
          eventsPerSecond,
          lastSeenAt: null,
          certificate: null,
          certificates: [],
          cloneAlarms: [],
          enrolmentExpiresAt: new Date(Date.now() + code.minutes * 60_000),
        }
        present.set(id, probe)
        return probe
      },
      async change(id, { fqdn, isPaused, eventsPerSecond }) {
        const probe = present.get(id)
        if (!probe) return 'absent'
        if (fqdn !== undefined && isTaken(fqdn, id)) return 'fqdn-taken'
        const changed = {
          ...probe,
          fqdn: fqdn ?? probe.fqdn,
          isPaused: isPaused ?? probe.isPaused,
          eventsPerSecond: eventsPerSecond === undefined ? probe.eventsPerSecond : eventsPerSecond,
        }
        present.set(id, changed)
        return changed
      },
      remove: async (id) => (present.delete(id) ? 'removed' : 'absent'),
    },
    enrolments: {
      async pair(id, code) {
        if (!present.has(id)) return 'absent'
        codes.push(code)
        return new Date(Date.now() + code.minutes * 60_000)
      },
      revoke: async (id) => (present.has(id) ? 'revoked' : 'absent'),
    },
    clones: {
      async clear(id, options) {
        const probe = present.get(id)
        if (!probe) return 'absent'
        cleared.push([id, options.expectsNetworks])
        present.set(id, { ...probe, cloneAlarms: [] })
        return 'cleared'
      },
    },
    health: { list: async () => reports, find: async (id) => reports.get(id) ?? 'absent' },
    clocks: { list: async () => corrections, find: async (id) => corrections.get(id) ?? 'absent' },
    ledger: {
      byProbe: async ({ probeIds }) => accounts.filter(({ probeId }) => probeIds?.includes(probeId) ?? true),
    },
    authorityPem: async () => (await authority).certPem,
    gatewayUrl: (host) => `https://${host}:8444`,
  }
  return { ...ports, codes, reports, accounts, corrections, cleared, present }
}
