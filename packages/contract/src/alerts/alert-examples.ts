const uuid = '7-9f86d081884c7d659a2feaa0c55ad015-000000000417'

/** One alert as a row of the listing. */
export const alertExample = {
  id: '2026-11-14T09:12:33.412Z',
  name: 'SYNTHETIC MALWARE Loader Check-in',
  date: '2026-11-14T09:12:33',
  probe: { id: 7, fqdn: 'probe-07.example.test', is_paired: true },
  description: 'A Network Trojan was detected (signature 9000004): 10.1.0.5:40002 to 203.0.113.10:80 (TCP, http).',
  src_ip: '10.1.0.5',
  dest_ip: '203.0.113.10',
  risk: 75,
  type: 'network_engine',
  uuid,
  event_type: 'alert',
  severity: 1,
  received: '2026-11-14T09:12:35.001Z',
  mark: {
    status: 'open',
    note: '',
    tags: [],
    verdict: null,
    reason: '',
    assignee: null,
    changed_at: null,
    changed_by: null,
  },
  self: `/api/alerts/${uuid}`,
}

const { probe } = alertExample

/** The same alert with all details. */
export const alertDetailExample = {
  ...alertExample,
  policy_version: 1,
  contributions: [
    { name: 'detector', points: 10, reason: 'network_engine' },
    { name: 'severity', points: 30, reason: 'severity 1' },
    { name: 'category', points: 20, reason: 'A Network Trojan was detected' },
    { name: 'signature_severity', points: 5, reason: 'signature severity major' },
    { name: 'direction', points: 10, reason: 'from an own network to elsewhere' },
  ],
  document: { '@timestamp': alertExample.id, uuid, event_type: 'alert', src_ip: '10.1.0.5' },
  same_id: [],
  related: {
    events: [
      {
        uuid,
        date: alertExample.id,
        event_type: 'alert',
        type: 'network_engine',
        severity: 1,
        probe,
        alert: { name: alertExample.name, risk: 75, self: alertExample.self },
      },
    ],
    is_complete: true,
  },
  clusters: [
    {
      ip: '10.1.0.5',
      type_ip: 'src',
      frequency: 'hour',
      self: '/api/alerts/clusters/10.1.0.5-2026-11-14T09:00:00.000Z?frequency=hour&type_ip=src',
    },
  ],
}

/** Counts of alerts. */
export const alertSummaryExample = {
  total: 1_187,
  by: 'severity',
  counts: [
    { value: 1, count: 204 },
    { value: 2, count: 980 },
    { value: null, count: 3 },
  ],
  interval: '30m',
  buckets: [{ start: '2026-11-14T09:00:00.000Z', count: 12, counts: [{ value: 1, count: 12 }] }],
  top: {
    src_ip: { values: [{ value: '10.1.0.5', count: 811 }], others: 376, is_exact: true, error_bound: 0 },
  },
}

/** A group of alerts. */
export const alertGroupExample = {
  group: 'n4bQgYhMfWWaL-qgxVrQFa',
  count: 512,
  first: '2026-11-14T08:01:10.020Z',
  last: alertExample.id,
  risk: 75,
  alert: alertExample,
}
