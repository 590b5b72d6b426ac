import type { TimeRange } from '../time/range.ts'

/** Queries about the time range of the page. A refresh repeats all of them. */
export type RangedName =
  | 'address bars'
  | 'address clusters'
  | 'alert bars'
  | 'alert counts'
  | 'alerts'
  | 'arrival'
  | 'audit'
  | 'clusters'
  | 'figures'
  | 'hits'
  | 'risky clusters'
  | 'survey'
  | 'tops'

interface ClusterName {
  id: string
  frequency: string
  type_ip: string
  probe_id?: string | undefined
}

/**
 * The key of every query. Invalidating a key also invalidates every key that begins with it: `probe`
 * includes `probeLedger`.
 */
export const queryKeys = {
  me: ['me'],
  sessionEnded: ['me', 'has ended'],
  mySessions: ['my sessions'],
  userSessions: (userId: number) => ['sessions of', userId],
  users: ['users'],
  apiKeys: ['keys'],
  settings: ['settings'],
  certificate: ['certificate'],
  systemHealth: ['system health'],
  runbook: (name: string) => ['runbook', name],
  firstAlert: ['first alert'],
  probes: ['probes'],
  probe: (id: number) => ['probe', id],
  probeLedger: (id: number) => ['probe', id, 'ledger'],
  coverage: ({ from, to }: TimeRange, probeId: number | undefined) => ['coverage', from, to, probeId],
  metricsExport: ['metrics export'],
  syslogExports: ['syslog exports'],
  syslogExport: (id: number) => ['syslog export', id],
  riskPolicy: ['risk policy'],
  riskPolicyTrial: (policy: string) => ['risk policy trial', policy],
  deadLetters: ['dead letters'],
  deadLetterSummary: ['dead letters', 'summary'],
  deadLetterList: (filter: object) => ['dead letters', 'list', filter],
  deadLetter: (number: number) => ['dead letters', 'letter', number],
  alert: (uuid: string) => ['alert', uuid],
  alertHistory: (uuid: string) => ['alert history', uuid],
  alertJobs: ['alert jobs'],
  alertJobExceptions: (id: number, of: string) => ['alert job exceptions', id, of],
  assignees: ['assignees'],
  flow: (alertUuid: string, part: string) => ['alert flow', alertUuid, part],
  cluster: ({ id, frequency, type_ip, probe_id }: ClusterName) => ['cluster', id, frequency, type_ip, probe_id],
  clusterAlerts: (self: string) => ['cluster alerts', self],
  searchFields: (index: string) => ['fields', index],
  allRanged: ['ranged'],
  ranged: (name: RangedName, { from, to }: TimeRange, about: readonly unknown[] = []) => [
    'ranged',
    name,
    from,
    to,
    ...about,
  ],
} as const
