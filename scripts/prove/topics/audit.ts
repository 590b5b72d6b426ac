import type { AuditPart } from '../audit/audit.ts'
import type { Proof } from '../command/proof.ts'

export const audit: Proof<AuditPart> = {
  topic: 'audit',
  description: 'every change has its audit row, tampering is detected and located, and the cost is small',
  parts: {
    kills: 'kill -9 during changes: each answered change has exactly one row',
    answers: 'requests are counted, audited and logged: in a scrape, after a shutdown under load, after kill -9',
    tampering: 'rows that are changed, removed, swapped or restored are found at the right place',
    archives: 'archived rows verify together with the rest; an altered archive is detected',
    size: 'a long audit is verified and listed in time',
    syslog: 'the audit arrives at a syslog receiver, complete and in order',
    speed: 'what auditing costs searches',
  },
  full: { amount: '10,000 changes with 60 kills, 2,000 alterations, 1,000,000 rows', duration: 'more than an hour' },
  small: { amount: '300 changes with 4 kills, 100 alterations, 50,000 rows', duration: '3 minutes' },
  run: async (options) => (await import('../audit/audit.ts')).proveAudit(options),
}
