/** The facilities of RFC 5424 by the names that syslog servers use; the place in the list is the number. */
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

/** The severities of RFC 5424; the place in the list is the number. */
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

/** Which severity a message gets for what the detector said: 1 is worst, 3 is mild; `other` is everything else. */
export interface SeverityMap {
  '1': Severity
  '2': Severity
  '3': Severity
  other: Severity
}

export const firstSeverityMap: SeverityMap = { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' }

/** PRI for each severity that a detector gives, worked out once. */
export function prioritiesOf(facility: Facility, map: SeverityMap): (severity: number | undefined) => number {
  const base = facilities.indexOf(facility) * 8
  const of = (name: Severity) => base + severities.indexOf(name)
  const [worst, middle, mild, other] = [of(map['1']), of(map['2']), of(map['3']), of(map.other)]
  return (severity) => (severity === 1 ? worst : severity === 2 ? middle : severity === 3 ? mild : other)
}
