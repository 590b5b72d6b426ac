import type { SyslogFilters, SyslogGeneral } from './syslog-export.ts'
import type { SyslogState } from './syslog-state.ts'

const general: SyslogGeneral = {
  hostname: 'siem.example.org',
  port: 6_514,
  enabled: true,
  transport: 'tls',
  facility: 'local0',
  body: 'json',
  severities: { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' },
  max_message_bytes: 65_536,
}

const filters: SyslogFilters = {
  ips: ['192.0.2.0/24'],
  probes: [{ id: 7, fqdn: 'probe-07.example.org' }],
  protocols: ['dns', 'http'],
  event_types: ['alert'],
  min_risk: null,
}

const state: SyslogState = {
  status: 'connected',
  since: '2026-11-14T09:12:33.412Z',
  reported_at: '2026-11-14T09:30:01.002Z',
  lag_events: 12,
  lag_seconds: 0.4,
  log: { epoch: 1_794_906_000, unsent_events: 12 },
  rate: 812.4,
  sent_events: 862_114,
  filtered_events: 1_022_341,
  repeated_events: 500,
  trimmed_events: 0,
  unreadable_events: 0,
  lost_events: 0,
  window_bytes: 41_943_040,
  last_written_at: '2026-11-14T09:30:00.951Z',
  last_error: null,
  retention: { held_seconds: 86_400, remaining_seconds: null, at_risk: false },
  warnings: [],
}

/** The example in the documentation of exports. */
export const syslogExample = {
  id: 1,
  general,
  filters,
  certificate: {
    own: {
      subject: 'CN=watchpost',
      issuer: 'CN=Log authority',
      fingerprint_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      not_after: '2027-11-14T09:12:33Z',
    },
    ca: [],
    server_name: null,
    verify: true,
    warnings: [],
  },
  state,
}
