import type { AlertFacts, Detector } from '@watchpost/risk'
import type { Example } from './example.ts'

const nothing = { verdict: undefined, category: undefined, confidence: undefined, signatureSeverity: undefined }
const outbound = { srcIp: '10.1.0.5', destIp: '203.0.113.10' }
const inbound = { srcIp: '203.0.113.10', destIp: '10.1.0.5' }

const checkIn: AlertFacts = {
  ...nothing,
  ...outbound,
  detector: 'network_engine',
  severity: 1,
  category: 'A Network Trojan was detected',
  confidence: 'high',
  signatureSeverity: 'major',
}

const alerts: readonly Example[] = [
  alert('Check-in of a loader', 'A network trojan, high confidence: 10.1.0.5 to 203.0.113.10.', checkIn),
  alert('Scan from outside', 'Detection of a network scan, low confidence: 203.0.113.10 to 10.1.0.5.', {
    ...nothing,
    ...inbound,
    detector: 'network_engine',
    severity: 3,
    category: 'Detection of a Network Scan',
    confidence: 'low',
    signatureSeverity: 'informational',
  }),
  alert('Infected file', '4 of 16 analysers found something: 203.0.113.10 to 10.1.0.5.', {
    ...nothing,
    ...inbound,
    detector: 'malware_engine',
    severity: 1,
    verdict: { strength: 0.25, reason: '4 of 16 analysers sure, 0 suspicious' },
  }),
  alert('Obfuscated script', 'Obfuscated with probability 0.9: 203.0.113.10 to 10.1.0.5.', {
    ...nothing,
    ...inbound,
    detector: 'code_engine',
    severity: 2,
    verdict: { strength: 0.9, reason: 'obfuscated with probability 0.9' },
  }),
]

/** Invented alerts, for detectors without stored alerts. */
export function builtInAlerts(detectors: readonly Detector[]): Example[] {
  return alerts.filter(({ shown }) => shown.type !== null && detectors.includes(shown.type))
}

/** An invented cluster, for an appliance that has none yet. */
export const builtInCluster: Example = {
  shown: {
    kind: 'cluster',
    is_built_in: true,
    name: '10.1.0.5',
    description: '30 alerts in an hour, with 3 names, about 6 other addresses, by 1 detector.',
    type: null,
    severity: null,
    date: null,
    self: null,
  },
  facts: { alerts: 30, peers: 6, signatures: 3, detectors: 1 },
  alerts: [checkIn],
}

function alert(name: string, description: string, facts: AlertFacts): Example {
  const { detector: type, severity = null } = facts
  const shown = { kind: 'alert', is_built_in: true, name, description, type, severity, date: null, self: null } as const
  return { shown, facts }
}
