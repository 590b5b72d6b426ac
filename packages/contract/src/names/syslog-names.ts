/** The protocols for filters. Each release of the detector adds some: add one line here. */
export const syslogProtocols = [
  'bittorrent_dht',
  'dcerpc',
  'dhcp',
  'dnp3',
  'dns',
  'ftp',
  'ftp_data',
  'http',
  'http2',
  'ike',
  'krb5',
  'modbus',
  'mqtt',
  'nfs',
  'pgsql',
  'quic',
  'rdp',
  'rfb',
  'sip',
  'smb',
  'smtp',
  'snmp',
  'ssh',
  'tftp',
  'tls',
] as const
export type SyslogProtocol = (typeof syslogProtocols)[number]

/** Aliases of protocols. */
export const syslogProtocolAliases: Readonly<Record<string, SyslogProtocol>> = {
  ikev1: 'ike',
  ikev2: 'ike',
  'ftp-data': 'ftp_data',
  'bittorrent-dht': 'bittorrent_dht',
  ssl: 'tls',
}

/** Event types that are not protocols. `audit` and `coverage` come from the appliance, and are sent only if named. */
export const syslogEventTypes = [
  'alert',
  'anomaly',
  'drop',
  'fileinfo',
  'flow',
  'netflow',
  'stats',
  'malware',
  'shellcode',
  'powershell',
  'audit',
  'coverage',
] as const
export type SyslogEventType = (typeof syslogEventTypes)[number]
