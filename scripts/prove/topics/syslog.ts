import type { SyslogPart } from '../syslog/syslog.ts'
import type { Proof } from '../command/proof.ts'

export const syslog: Proof<SyslogPart> = {
  topic: 'syslog',
  description: 'exports to rsyslog and syslog-ng: every event, exact filters, faults, many at once, forbidden targets',
  parts: {
    same: 'every event arrives as it is stored, once; filters are exact; TCP and TLS',
    faults: 'receiver stopped, killed, reset and slow, exporter killed: nothing is lost',
    beside: 'a receiver that hangs slows down neither ingest nor another export',
    rate: 'events per second of one export, compared with rsyslog',
    many: 'processor time and memory of 20 exports compared with one',
    targets: 'exports cannot connect to forbidden addresses',
  },
  full: { amount: '500,000 events', duration: 'about two hours' },
  small: { amount: '10,000 events', duration: '3 minutes without rate and many' },
  options: { events: 'events to export (500000; 10000 with --ci)' },
  run: async (options) => (await import('../syslog/syslog.ts')).proveSyslog(options),
}
