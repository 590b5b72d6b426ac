import { type StoredSyslogGeneral, storedSyslogParts } from '@watchpost/contract'
import type { NewExportCertificate } from '@watchpost/store'
import type { SyslogPorts } from '../../src/exports/syslog-service.ts'
import type { SyslogEntry } from '../../src/exports/syslog-view.ts'

/** An in-memory store of syslog exports. */
export function aSyslogStore(): SyslogPorts['exports'] & { keys: Map<number, string> } {
  const entries = new Map<number, SyslogEntry>()
  const keys = new Map<number, string>()

  function setCertificate(id: number, certificate: NewExportCertificate | null) {
    if (certificate?.keyPem) keys.set(id, certificate.keyPem)
    else keys.delete(id)
    if (!certificate) return null
    const { keyPem: _, ...shown } = certificate
    return shown
  }

  return {
    keys,
    list: async () => [...entries.values()].toSorted((a, b) => a.id - b.id),
    find: async (id) => entries.get(id) ?? 'absent',
    async change(_origin, id, { general, filters, certificate, replayFrom }, mayExportAudit) {
      const present = entries.get(id)
      if (!mayExportAudit && [filters, present?.filters].some((each) => each?.event_types.includes('audit')))
        return 'withheld'
      if (!present && !general) return 'absent'
      const base: SyslogEntry = present ?? {
        id,
        version: 0,
        general: general as StoredSyslogGeneral,
        filters: storedSyslogParts.filters({}),
        certificate: null,
        replayNumber: 0,
        replayFrom: null,
        auditFrom: null,
        createdAt: new Date(),
      }
      entries.set(id, {
        ...base,
        version: base.version + 1,
        ...(general && { general }),
        ...(filters && { filters }),
        ...(certificate !== undefined && { certificate: setCertificate(id, certificate) }),
        ...(replayFrom && { replayFrom, replayNumber: base.replayNumber + 1 }),
      })
      return present ? 'changed' : 'created'
    },
    async remove(_origin, id, mayExportAudit) {
      if (!mayExportAudit && entries.get(id)?.filters.event_types.includes('audit')) return 'withheld'
      keys.delete(id)
      return entries.delete(id) ? 'removed' : 'absent'
    },
  }
}
