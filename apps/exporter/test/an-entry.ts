import { firstSeverityMap } from '@watchpost/syslog'
import type { ExportEntry } from '../src/sending/plan.ts'

/** An export of everything over TCP, as stored. */
export function anEntry(id = 1, version = 1): ExportEntry {
  return {
    id,
    version,
    general: {
      hostname: 'siem.example.org',
      port: 6_514,
      enabled: true,
      facility: 'local0',
      body: 'json',
      severities: firstSeverityMap,
      max_message_bytes: 65_536,
    },
    filters: { ips: [], probes: [], protocols: [], event_types: [], min_risk: null },
    certificate: null,
    replayNumber: 0,
    replayFrom: null,
    auditFrom: null,
    createdAt: new Date(),
  }
}
