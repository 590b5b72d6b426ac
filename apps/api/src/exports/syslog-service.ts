import {
  AppError,
  type StoredSyslogGeneral,
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
import type { AuditOrigin, ReportedState, SyslogExportChanges } from '@watchpost/store'
import { assertSameId, certificateFrom, filtersFrom, generalFrom, type NamedProbe } from './syslog-parts.ts'
import { certificateView, generalView, type SyslogEntry, viewOf } from './syslog-view.ts'

/** What exports need: a change is audited where it is made. */
export interface SyslogPorts {
  exports: {
    list(): Promise<SyslogEntry[]>
    find(id: number): Promise<SyslogEntry | 'absent'>
    change(
      origin: AuditOrigin,
      id: number,
      changes: SyslogExportChanges<StoredSyslogGeneral, SyslogFilters>,
    ): Promise<'changed' | 'created' | 'absent'>
    remove(origin: AuditOrigin, id: number): Promise<'removed' | 'absent'>
  }
  states: { list(): Promise<ReadonlyMap<number, ReportedState>> }
  probes: { list(): Promise<readonly NamedProbe[]> }
  /** What is wrong with a target before anything is resolved. */
  whyNotTarget(host: string, port: number): { at: 'hostname' | 'port'; detail: string } | undefined
  /** How long the log keeps events. */
  retentionHours: number
}

export type SyslogService = ReturnType<typeof createSyslogService>

/** Exports to syslog receivers, in parts that are set and cleared apart from each other. */
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
    origin: AuditOrigin,
    id: number,
    changes: SyslogExportChanges<StoredSyslogGeneral, SyslogFilters>,
  ): Promise<'changed' | 'created'> {
    const result = await exports.change(origin, id, changes)
    if (result === 'absent') throw notFound(id)
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

    /** The export itself, for who is going to try it. */
    present,

    async put(origin: AuditOrigin, id: number, { general, filters, certificate }: SyslogExportChange) {
      if (certificate) assertSameId(id, certificate, '#/certificate')
      const result = await change(origin, id, {
        general: checkedGeneral(id, general, '#/general'),
        filters: await checkedFilters(id, filters ?? {}, '#/filters'),
        certificate: certificate ? certificateFrom(certificate, '#/certificate') : null,
      })
      return { isNew: result === 'created', body: await read(id) }
    },

    async remove(origin: AuditOrigin, id: number): Promise<void> {
      if ((await exports.remove(origin, id)) === 'absent') throw notFound(id)
    },

    async setGeneral(
      origin: AuditOrigin,
      id: number,
      body: SyslogGeneralChange,
    ): Promise<{ isNew: boolean; body: SyslogGeneral }> {
      const result = await change(origin, id, { general: checkedGeneral(id, body) })
      return { isNew: result === 'created', body: generalView(await present(id)) }
    },

    async setFilters(origin: AuditOrigin, id: number, body: SyslogFiltersChange): Promise<SyslogFilters> {
      const filters = await checkedFilters(id, body)
      await change(origin, id, { filters })
      return filters
    },

    async clearFilters(origin: AuditOrigin, id: number): Promise<void> {
      await change(origin, id, { filters: filtersFrom({}, []) })
    },

    async setCertificate(origin: AuditOrigin, id: number, body: SyslogCertificateChange): Promise<SyslogCertificate> {
      assertSameId(id, body)
      const certificate = certificateFrom(body)
      await change(origin, id, { certificate })
      return certificateView(certificate) as SyslogCertificate
    },

    async clearCertificate(origin: AuditOrigin, id: number): Promise<void> {
      await change(origin, id, { certificate: null })
    },

    /** Sends an export back to a time that the log still holds. */
    async replay(origin: AuditOrigin, id: number, { from }: SyslogReplay, now = Date.now()): Promise<SyslogReplay> {
      const at = Date.parse(from)
      if (Number.isNaN(at)) {
        const errors = [{ pointer: '#/from', detail: 'It is no time in ISO 8601.' }]
        throw new AppError('invalid-request', undefined, { errors })
      }
      const oldest = now - retentionHours * 3_600_000
      if (at < oldest) {
        const detail = `The log reaches back to ${new Date(oldest).toISOString()} at the most.`
        throw new AppError('export-replay-too-old', detail, { errors: [{ pointer: '#/from', detail }] })
      }
      await change(origin, id, { replayFrom: new Date(Math.min(at, now)) })
      return { from: new Date(Math.min(at, now)).toISOString() }
    },
  }
}

function notFound(id: number): AppError {
  return new AppError('export-not-found', `There is no export ${id}.`)
}
