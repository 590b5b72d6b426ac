import {
  AppError,
  type StoredSyslogGeneral,
  storedSyslogParts,
  type SyslogCertificate,
  type SyslogCertificateChange,
  type SyslogExport,
  type SyslogExportChange,
  type SyslogFilters,
  type SyslogFiltersChange,
  type SyslogGeneral,
  type SyslogGeneralChange,
  type SyslogReplay,
} from '@watchpost/contract'
import type { AuditOrigin, ReportedState, SyslogExportChanged, SyslogExportChanges } from '@watchpost/store'
import { assertSameId, certificateFrom, filtersFrom, generalFrom, type NamedProbe } from './syslog-parts.ts'
import { certificateView, generalView, type SyslogEntry, viewOf } from './syslog-view.ts'

/** Dependencies of the syslog exports. Each change is audited in the same transaction. */
export interface SyslogPorts {
  exports: {
    list(): Promise<SyslogEntry[]>
    find(id: number): Promise<SyslogEntry | 'absent'>
    change(
      origin: AuditOrigin,
      id: number,
      changes: SyslogExportChanges<StoredSyslogGeneral, SyslogFilters>,
      mayExportAudit: boolean,
    ): Promise<SyslogExportChanged>
    remove(origin: AuditOrigin, id: number, mayExportAudit: boolean): Promise<'removed' | 'absent' | 'withheld'>
  }
  states: { list(): Promise<ReadonlyMap<number, ReportedState>> }
  probes: { list(): Promise<readonly NamedProbe[]> }
  /** The fault of a target before it is resolved, or undefined. */
  whyNotTarget(host: string, port: number): { at: 'hostname' | 'port'; detail: string } | undefined
  /** How long the log keeps events. */
  retentionHours: number
}

/** The caller of a change, and whether they may change exports of the audit. */
export interface ExportCaller {
  origin: AuditOrigin
  mayExportAudit: boolean
}

export type SyslogService = ReturnType<typeof createSyslogService>

/** Manages exports to syslog receivers. Their parts are set and cleared separately. */
export function createSyslogService({ exports, states, probes, whyNotTarget, retentionHours }: SyslogPorts) {
  async function present(id: number): Promise<SyslogEntry> {
    const entry = await exports.find(id)
    if (entry === 'absent') throw notFound(id)
    return entry
  }

  function checkedGeneral(id: number, body: SyslogGeneralChange, at = '#'): StoredSyslogGeneral {
    assertSameId(id, body, at)
    const general = generalFrom(body)
    const wrong = whyNotTarget(general.hostname, general.port)
    if (wrong) {
      const errors = [{ pointer: `${at}/${wrong.at}`, detail: wrong.detail }]
      throw new AppError('export-target-refused', undefined, { errors })
    }
    return general
  }

  async function checkedFilters(id: number, body: SyslogFiltersChange, at = '#'): Promise<SyslogFilters> {
    assertSameId(id, body, at)
    return filtersFrom(body, body.probes?.length ? await probes.list() : [], at)
  }

  async function change(
    { origin, mayExportAudit }: ExportCaller,
    id: number,
    changes: SyslogExportChanges<StoredSyslogGeneral, SyslogFilters>,
  ): Promise<'changed' | 'created'> {
    const result = await exports.change(origin, id, changes, mayExportAudit)
    if (result === 'absent') throw notFound(id)
    if (result === 'withheld') throw withheld()
    return result
  }

  async function read(id: number): Promise<SyslogExport> {
    const [entry, reported] = await Promise.all([present(id), states.list()])
    return viewOf(entry, reported.get(id))
  }

  return {
    async list(): Promise<SyslogExport[]> {
      const [entries, reported] = await Promise.all([exports.list(), states.list()])
      return entries.map((entry) => viewOf(entry, reported.get(entry.id)))
    },

    read,

    /** The stored export, for a test. */
    async toTry({ mayExportAudit }: Pick<ExportCaller, 'mayExportAudit'>, id: number): Promise<SyslogEntry> {
      const entry = await present(id)
      if (!mayExportAudit && storedSyslogParts.nameAudit(entry.filters)) throw withheld()
      return entry
    },

    async put(caller: ExportCaller, id: number, { general, filters, certificate }: SyslogExportChange) {
      if (certificate) assertSameId(id, certificate, '#/certificate')
      const result = await change(caller, id, {
        general: checkedGeneral(id, general, '#/general'),
        filters: await checkedFilters(id, filters ?? {}, '#/filters'),
        certificate: certificate ? certificateFrom(certificate, '#/certificate') : null,
      })
      return { isNew: result === 'created', body: await read(id) }
    },

    async remove({ origin, mayExportAudit }: ExportCaller, id: number): Promise<void> {
      const result = await exports.remove(origin, id, mayExportAudit)
      if (result === 'absent') throw notFound(id)
      if (result === 'withheld') throw withheld()
    },

    async setGeneral(
      caller: ExportCaller,
      id: number,
      body: SyslogGeneralChange,
    ): Promise<{ isNew: boolean; body: SyslogGeneral }> {
      const result = await change(caller, id, { general: checkedGeneral(id, body) })
      return { isNew: result === 'created', body: generalView(await present(id)) }
    },

    async setFilters(caller: ExportCaller, id: number, body: SyslogFiltersChange): Promise<SyslogFilters> {
      const filters = await checkedFilters(id, body)
      await change(caller, id, { filters })
      return filters
    },

    async clearFilters(caller: ExportCaller, id: number): Promise<void> {
      await change(caller, id, { filters: filtersFrom({}, []) })
    },

    async setCertificate(caller: ExportCaller, id: number, body: SyslogCertificateChange): Promise<SyslogCertificate> {
      assertSameId(id, body)
      const certificate = certificateFrom(body)
      await change(caller, id, { certificate })
      return certificateView(certificate) as SyslogCertificate
    },

    async clearCertificate(caller: ExportCaller, id: number): Promise<void> {
      await change(caller, id, { certificate: null })
    },

    /** Rewinds an export to a time that the log still contains. */
    async replay(caller: ExportCaller, id: number, { from }: SyslogReplay, now = Date.now()): Promise<SyslogReplay> {
      const at = Date.parse(from)
      if (Number.isNaN(at)) {
        const errors = [{ pointer: '#/from', detail: 'Not an ISO 8601 time, for example 2026-11-14T09:00:00Z.' }]
        throw new AppError('invalid-request', undefined, { errors })
      }
      const oldest = now - retentionHours * 3_600_000
      if (at < oldest) {
        const detail = `The log reaches back to ${new Date(oldest).toISOString()} at the most.`
        throw new AppError('export-replay-too-old', detail, { errors: [{ pointer: '#/from', detail }] })
      }
      await change(caller, id, { replayFrom: new Date(Math.min(at, now)) })
      return { from: new Date(Math.min(at, now)).toISOString() }
    },
  }
}

function withheld(): AppError {
  return new AppError('forbidden', 'Only an administrator may set, change, remove or try an export of the audit.')
}

function notFound(id: number): AppError {
  return new AppError('export-not-found', `There is no export ${id}.`)
}
