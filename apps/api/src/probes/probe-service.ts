import {
  AppError,
  type CreatedProbe,
  type NewProbe,
  type Probe,
  type ProbeChange,
  type ProbeEnrolment,
} from '@watchpost/contract'
import { enrolCommand, newPairingCode, PAIRING_MINUTES } from '@watchpost/pki'
import type * as Stored from '@watchpost/store'
import { readNetwork } from '../http/caller/network.ts'
import { wireProbe } from './probe-view.ts'

/** Dependencies of the probe service. Each change is audited in the same transaction. */
export interface ProbePorts {
  probes: {
    list(): Promise<Stored.ManagedProbe[]>
    find(id: number): Promise<Stored.ManagedProbe | 'absent'>
    create(
      probe: Stored.NewManagedProbe,
      code: Stored.NewCode,
      origin: Stored.AuditOrigin,
    ): Promise<Stored.ManagedProbe | 'id-taken' | 'fqdn-taken'>
    change(
      id: number,
      change: Stored.ProbeChange,
      origin: Stored.AuditOrigin,
    ): Promise<Stored.ManagedProbe | 'absent' | 'fqdn-taken'>
    remove(id: number, origin: Stored.AuditOrigin): Promise<'removed' | 'absent'>
  }
  enrolments: {
    pair(id: number, code: Stored.NewCode, origin: Stored.AuditOrigin): Promise<Date | 'absent'>
    revoke(id: number, origin: Stored.AuditOrigin): Promise<'revoked' | 'absent'>
  }
  clones: {
    clear(id: number, options: { expectsNetworks: boolean }, origin: Stored.AuditOrigin): Promise<'cleared' | 'absent'>
  }
  health: {
    list(): Promise<Map<number, Stored.ReportedHealth>>
    find(id: number): Promise<Stored.ReportedHealth | 'absent'>
  }
  clocks: {
    list(): Promise<Map<number, Stored.ClockCorrections>>
    find(id: number): Promise<Stored.ClockCorrections | 'absent'>
  }
  /** Ledger totals of all probes or the given ones; a probe that has sent nothing is omitted. */
  ledger: { byProbe(wish: { probeIds?: readonly number[] }): Promise<Stored.ProbeTotals[]> }
  /** The authority certificate whose key probes pin. */
  authorityPem(): Promise<string>
  /** The gateway URL for probes, given the host name by which the caller reached the appliance. */
  gatewayUrl(host: string): string
}

export type ProbeService = ReturnType<typeof createProbeService>

export function createProbeService(ports: ProbePorts) {
  const { probes, enrolments, clones, health, clocks, ledger, authorityPem, gatewayUrl } = ports

  async function show(probe: Stored.ManagedProbe): Promise<Probe> {
    const [reported, [totals], corrections] = await Promise.all([
      health.find(probe.id),
      ledger.byProbe({ probeIds: [probe.id] }),
      clocks.find(probe.id),
    ])
    return wireProbe(probe, reported, totals, corrections)
  }

  /** A pairing code for the caller, and its digest for the store. */
  async function newCode(network: string | undefined): Promise<{ code: string; stored: Stored.NewCode }> {
    const sourceNetwork = network === undefined ? null : readNetwork(network)
    if (sourceNetwork === 'invalid') {
      throw new AppError('invalid-request', undefined, {
        errors: [{ pointer: '#/source_network', detail: 'is not an IP address or CIDR network' }],
      })
    }
    const { code, codeHash } = newPairingCode(await authorityPem())
    return { code, stored: { codeHash, minutes: PAIRING_MINUTES, sourceNetwork } }
  }

  function enrolmentOf(code: string, expiresAt: Date, host: string): ProbeEnrolment {
    return { code, expires_at: expiresAt.toISOString(), command: enrolCommand(gatewayUrl(host), code) }
  }

  return {
    async list(): Promise<Probe[]> {
      const [all, reports, accounts, corrections] = await Promise.all([
        probes.list(),
        health.list(),
        ledger.byProbe({}),
        clocks.list(),
      ])
      const totals = new Map(accounts.map((each) => [each.probeId, each]))
      return all.map((probe) => {
        const { id } = probe
        return wireProbe(probe, reports.get(id) ?? 'absent', totals.get(id), corrections.get(id) ?? 'absent')
      })
    },

    async find(id: number): Promise<Probe> {
      return show(present(id, await probes.find(id)))
    },

    /** Adds a probe; `host` is the name by which the caller reached this appliance. */
    async create(wanted: NewProbe, host: string, origin: Stored.AuditOrigin): Promise<CreatedProbe> {
      const { code, stored } = await newCode(wanted.source_network)
      const { id, fqdn, events_per_second: eventsPerSecond = null } = wanted
      const made = await probes.create({ id, fqdn, eventsPerSecond }, stored, origin)
      if (made === 'id-taken') throw new AppError('probe-id-taken', `Probe ${id} exists or existed.`)
      if (made === 'fqdn-taken') throw nameTaken(fqdn)
      if (!made.enrolmentExpiresAt) throw new Error('a probe was made without its code')
      return { ...(await show(made)), enrolment: enrolmentOf(code, made.enrolmentExpiresAt, host) }
    },

    async change(id: number, wanted: ProbeChange, origin: Stored.AuditOrigin): Promise<Probe> {
      const { fqdn, is_paused: isPaused, events_per_second: eventsPerSecond } = wanted
      const changed = await probes.change(id, { fqdn, isPaused, eventsPerSecond }, origin)
      if (changed === 'fqdn-taken') throw nameTaken(fqdn ?? '')
      return show(present(id, changed))
    },

    async remove(id: number, origin: Stored.AuditOrigin): Promise<void> {
      present(id, await probes.remove(id, origin))
    },

    /** A new pairing code for an existing probe. */
    async pair(
      id: number,
      network: string | undefined,
      host: string,
      origin: Stored.AuditOrigin,
    ): Promise<ProbeEnrolment> {
      const { code, stored } = await newCode(network)
      return enrolmentOf(code, present(id, await enrolments.pair(id, stored, origin)), host)
    },

    async revoke(id: number, origin: Stored.AuditOrigin): Promise<void> {
      present(id, await enrolments.revoke(id, origin))
    },

    async clearCloneAlarms(
      id: number,
      options: { expectsNetworks: boolean },
      origin: Stored.AuditOrigin,
    ): Promise<void> {
      present(id, await clones.clear(id, options, origin))
    },
  }
}

function present<T>(id: number, outcome: T | 'absent'): T {
  if (outcome === 'absent') throw new AppError('not-found', `There is no probe ${id}.`)
  return outcome
}

function nameTaken(fqdn: string): AppError {
  return new AppError('probe-fqdn-taken', `Another probe is called ${fqdn}.`)
}
