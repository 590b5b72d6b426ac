import {
  AppError,
  type MetricsExport,
  type MetricsExportChange,
  MetricsState,
  type ProblemItem,
} from '@watchpost/contract'
import { readAddress } from '@watchpost/egress'
import type { AuditOrigin, MetricsExportEntry, MetricsTarget, ReportedMetrics } from '@watchpost/store'
import { readReported, unservedWarning } from './reported-state.ts'

/** Dependencies of the metrics export. Each change is audited in the same transaction. */
export interface MetricsExportPorts {
  exports: {
    read(): Promise<MetricsExportEntry>
    change(origin: AuditOrigin, wanted: { target: MetricsTarget; key: string } | null): Promise<MetricsExportEntry>
    reported(): Promise<ReportedMetrics | undefined>
  }
  /** The fault of a target, or undefined. */
  whyNotTarget(host: string, port: number): { at: 'hostname' | 'port'; detail: string } | undefined
  /** The network interfaces of this appliance. */
  interfaces(): readonly string[]
}

export type MetricsService = ReturnType<typeof createMetricsService>

const needed = ['ip', 'port', 'key'] as const
const beside = [...needed, 'iface'] as const

/** Manages where the appliance streams its metrics to. */
export function createMetricsService({ exports, whyNotTarget, interfaces }: MetricsExportPorts) {
  function checked({ ip, port, iface, key }: MetricsExportChange): { target: MetricsTarget; key: string } {
    const given = { ip, port, key }
    const missing = needed.filter((name) => given[name] === undefined)
    if (ip === undefined || port === undefined || key === undefined) {
      throw invalid(missing.map((name) => ({ pointer: `#/${name}`, detail: 'Required with `enabled: true`.' })))
    }
    const address = readAddress(ip)
    if (!address) throw invalid([{ pointer: '#/ip', detail: 'Must be an IPv4 or IPv6 address in its plain form.' }])
    const wrong = whyNotTarget(address.toString(), port)
    if (wrong) {
      const pointer = wrong.at === 'port' ? '#/port' : '#/ip'
      throw new AppError('export-target-refused', undefined, { errors: [{ pointer, detail: wrong.detail }] })
    }
    if (iface !== undefined && !interfaces().includes(iface)) {
      const detail = `This appliance has no such interface; there are: ${interfaces().join(', ')}.`
      throw invalid([{ pointer: '#/iface', detail }])
    }
    return { target: { ip: address.toString(), port, iface: iface ?? null }, key: key.toLowerCase() }
  }

  async function read(): Promise<MetricsExport> {
    const [entry, reported] = await Promise.all([exports.read(), exports.reported()])
    return viewOf(entry, reported)
  }

  return {
    read,

    /** The stored export, for a test. */
    async present(): Promise<MetricsExportEntry & { target: MetricsTarget }> {
      const { target, ...rest } = await exports.read()
      if (!target) throw new AppError('export-disabled')
      return { ...rest, target }
    },

    async set(origin: AuditOrigin, body: MetricsExportChange): Promise<MetricsExport> {
      const extra = body.enabled ? [] : beside.filter((name) => body[name] !== undefined)
      if (extra.length > 0) {
        const detail = 'Not allowed with `enabled: false`.'
        throw invalid(extra.map((name) => ({ pointer: `#/${name}`, detail })))
      }
      await exports.change(origin, body.enabled ? checked(body) : null)
      return read()
    },
  }
}

function invalid(errors: ProblemItem[]): AppError {
  return new AppError('invalid-request', 'The metrics export is not valid.', { errors })
}

function viewOf({ target, version }: MetricsExportEntry, reported: ReportedMetrics | undefined): MetricsExport {
  return {
    enabled: target !== null,
    ip: target?.ip ?? null,
    port: target?.port ?? null,
    iface: target?.iface ?? null,
    has_key: target !== null,
    state: stateOf(target !== null, version, reported),
  }
}

function stateOf(isEnabled: boolean, version: number, reported: ReportedMetrics | undefined): MetricsState {
  const { state, isFresh } = readReported(MetricsState, unknownState, reported)
  if (!isEnabled) return { ...state, status: 'disabled', source_ip: null, charts: 0, warnings: [] }
  if (!isFresh) {
    return { ...state, status: 'unserved', source_ip: null, warnings: [...state.warnings, unservedWarning] }
  }
  if (reported?.version === version) return state
  // Reported before the last change: a fault of the previous target is irrelevant.
  return { ...unknownState, host: state.host, reported_at: state.reported_at, status: 'connecting' }
}

const unknownState: MetricsState = {
  status: 'unserved',
  since: null,
  reported_at: null,
  host: null,
  source_ip: null,
  charts: 0,
  sent_values: 0,
  skipped_samples: 0,
  last_sent_at: null,
  last_error: null,
  warnings: [],
}
