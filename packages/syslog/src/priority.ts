/** The facilities of RFC 5424 by their usual names; the index is the number. */
export const facilities = [
  'kern',
  'user',
  'mail',
  'daemon',
  'auth',
  'syslog',
  'lpr',
  'news',
  'uucp',
  'cron',
  'authpriv',
  'ftp',
  'ntp',
  'audit',
  'alert',
  'clock',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
] as const
export type Facility = (typeof facilities)[number]

/** The severities of RFC 5424; the index is the number. */
export const severities = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'informational',
  'debug',
] as const
export type Severity = (typeof severities)[number]

/** The syslog severity for each detector severity: 1 is the most severe, 3 the least; `other` is everything else. */
export interface SeverityMap {
  '1': Severity
  '2': Severity
  '3': Severity
  other: Severity
}

export const firstSeverityMap: SeverityMap = { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' }

/** PRI for each detector severity, computed once. */
export function prioritiesOf(facility: Facility, map: SeverityMap): (severity: number | undefined) => number {
  const base = facilities.indexOf(facility) * 8
  const of = (name: Severity) => base + severities.indexOf(name)
  const [worst, middle, mild, other] = [of(map['1']), of(map['2']), of(map['3']), of(map.other)]
  return (severity) => (severity === 1 ? worst : severity === 2 ? middle : severity === 3 ? mild : other)
}
