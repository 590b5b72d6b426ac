import type { SyslogFilters } from '@watchpost/contract'
import type { Facility, Level, Severity } from './general-fields.ts'

/** The names that the API knows. One that it has and this page has not, or the other way round, is an error of types. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[]
}

export const protocols = namesOf<SyslogFilters['protocols'][number]>({
  bittorrent_dht: true,
  dcerpc: true,
  dhcp: true,
  dnp3: true,
  dns: true,
  ftp: true,
  ftp_data: true,
  http: true,
  http2: true,
  ike: true,
  krb5: true,
  modbus: true,
  mqtt: true,
  nfs: true,
  pgsql: true,
  quic: true,
  rdp: true,
  rfb: true,
  sip: true,
  smb: true,
  smtp: true,
  snmp: true,
  ssh: true,
  tftp: true,
  tls: true,
})

export const eventTypes = namesOf<SyslogFilters['event_types'][number]>({
  alert: true,
  anomaly: true,
  drop: true,
  fileinfo: true,
  flow: true,
  netflow: true,
  stats: true,
  malware: true,
  shellcode: true,
  powershell: true,
  audit: true,
  coverage: true,
})

export const facilities = namesOf<Facility>({
  kern: true,
  user: true,
  mail: true,
  daemon: true,
  auth: true,
  syslog: true,
  lpr: true,
  news: true,
  uucp: true,
  cron: true,
  authpriv: true,
  ftp: true,
  ntp: true,
  audit: true,
  alert: true,
  clock: true,
  local0: true,
  local1: true,
  local2: true,
  local3: true,
  local4: true,
  local5: true,
  local6: true,
  local7: true,
})

export const severities = namesOf<Severity>({
  emergency: true,
  alert: true,
  critical: true,
  error: true,
  warning: true,
  notice: true,
  informational: true,
  debug: true,
})

export const levels: readonly Level[] = ['1', '2', '3', 'other']
