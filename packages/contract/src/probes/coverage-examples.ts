const none = { late: 0, missing: 0, given_up: 0, dead_lettered: 0, expired: 0, dropped_packets: 0, silent_seconds: 0 }
const silent = { ...none, silent_seconds: 2_100 }
const missing = { ...none, missing: 100 }

export const coverageExample = {
  state: 'incomplete' as const,
  from: '2026-11-14T12:00:00.000Z',
  to: '2026-11-14T15:00:00.000Z',
  at: '2026-11-14T15:20:04.118Z',
  known_from: '2026-10-15T08:00:00.000Z',
  expected_from: null,
  probe_count: 8,
  affected_probe_count: 2,
  ...none,
  missing: 100,
  silent_seconds: 2_100,
  causes: [
    {
      cause: 'missing' as const,
      probes: 1,
      count: 100,
      from: '2026-11-14T13:00:00.000Z',
      to: '2026-11-14T14:00:00.000Z',
      is_open: true,
    },
    {
      cause: 'silent' as const,
      probes: 1,
      count: 2_100,
      from: '2026-11-14T14:00:00.000Z',
      to: '2026-11-14T14:35:00.000Z',
      is_open: false,
    },
  ],
  hours: [
    { hour: '2026-11-14T13:00:00.000Z', ...missing, silent_probes: 0 },
    { hour: '2026-11-14T14:00:00.000Z', ...silent, silent_probes: 1 },
  ],
  probes: [
    {
      id: 5,
      fqdn: 'probe-05.example.com',
      is_removed: false,
      ...silent,
      silences: [{ from: '2026-11-14T14:00:00.000Z', to: '2026-11-14T14:35:00.000Z', is_open: false }],
      hours: [{ hour: '2026-11-14T14:00:00.000Z', ...silent, silent_probes: 1 }],
    },
    {
      id: 2,
      fqdn: 'probe-02.example.com',
      is_removed: false,
      ...missing,
      silences: [],
      hours: [{ hour: '2026-11-14T13:00:00.000Z', ...missing, silent_probes: 0 }],
    },
  ],
  is_truncated: false,
  open: { silent_probes: 0, late: 0, missing: 100, dead_lettered: 0 },
}
