import { alertExample } from './alert-examples.ts'

/** One cluster as a row of the listing. */
export const clusterExample = {
  id: '10.1.0.5-2026-11-14T09:00:00.000Z',
  ip: '10.1.0.5',
  number_alerts: 12,
  open: 9,
  acknowledged: 2,
  closed: 1,
  average_risk: 48.25,
  risk_score: 56,
  date: '2026-11-14T09:00:00',
  description: '10.1.0.5 has 12 alerts in the hour from 2026-11-14T09:00:00: 11 network, 1 malware, 0 code.',
  malware_codeanalysis: 1,
  type_ip: 'src',
  probe: alertExample.probe,
  probes: [alertExample.probe],
  number_probes: 1,
  network_engine: 11,
  malware_engine: 1,
  code_engine: 0,
  worst_risk: 75,
  first: '2026-11-14T09:00:12.003Z',
  last: '2026-11-14T09:58:40.120Z',
  number_signatures: 2,
  signatures: [{ name: alertExample.name, number_alerts: 11 }],
  number_peers: 3,
  peers: [{ ip: '203.0.113.10', number_alerts: 10 }],
  frequency: 'hour',
  self: '/api/alerts/clusters/10.1.0.5-2026-11-14T09%3A00%3A00.000Z?frequency=hour&type_ip=src',
}

/** The same cluster with its score explained and its alerts. */
export const clusterDetailExample = {
  ...clusterExample,
  policy_version: 1,
  contributions: [
    { name: 'worst', points: 45, reason: "60% of the worst alert's 75" },
    { name: 'repetition', points: 5, reason: '12 alerts' },
    { name: 'detectors', points: 6, reason: '2 detectors' },
  ],
  alerts: [alertExample],
  alerts_link:
    '/api/alerts?date_from=2026-11-14T09%3A00%3A00.000Z&date_to=2026-11-14T09%3A59%3A59.999Z&src_ip=10.1.0.5&sort_by=risk_desc',
}
