import type { RiskPolicy } from './risk-policy.ts'

const policy: RiskPolicy = {
  own_networks: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  detector: { network_engine: 10, malware_engine: 30, code_engine: 30 },
  severity: { '1': 30, '2': 18, '3': 5, other: 0 },
  verdict: [
    { at_least: 0.5, points: 25 },
    { at_least: 0.2, points: 20 },
    { at_least: 0.05, points: 12 },
    { at_least: 0, points: 5 },
  ],
  category: {
    'Successful Administrator Privilege Gain': 25,
    'Successful User Privilege Gain': 25,
    'Successful Credential Theft Detected': 25,
    'Malware Command and Control Activity Detected': 25,
    'Targeted Malicious Activity was Detected': 25,
    'A Network Trojan was detected': 20,
    'Domain Observed Used for C2 Detected': 20,
    'Exploit Kit Activity Detected': 20,
    'Attempted Administrator Privilege Gain': 15,
    'Executable code was detected': 15,
    'Crypto Currency Mining Activity Detected': 12,
    'Web Application Attack': 12,
    'Attempted User Privilege Gain': 10,
    'Attempted Denial of Service': 8,
    'Possible Social Engineering Attempted': 8,
    'Attempted Information Leak': 5,
    'Detection of a Network Scan': 3,
    'Potentially Bad Traffic': 3,
    'Generic Protocol Command Decode': -5,
    'Misc activity': -3,
    'Not Suspicious Traffic': -5,
    'Potential Corporate Privacy Violation': -8,
    'Unknown Traffic': -3,
  },
  confidence: { high: 10, medium: 3, low: -8 },
  signature_severity: { critical: 10, major: 5, minor: 0, informational: -5 },
  direction: { outbound: 10, inbound: 5, internal: 8, external: 0 },
  cluster: {
    worst_percent: 60,
    repetition: [
      { at_least: 1_000, points: 20 },
      { at_least: 100, points: 15 },
      { at_least: 20, points: 10 },
      { at_least: 5, points: 5 },
      { at_least: 2, points: 2 },
    ],
    spread: [
      { at_least: 100, points: 12 },
      { at_least: 20, points: 8 },
      { at_least: 5, points: 4 },
    ],
    signatures: [
      { at_least: 10, points: 6 },
      { at_least: 3, points: 3 },
    ],
    detectors: [
      { at_least: 3, points: 10 },
      { at_least: 2, points: 6 },
    ],
  },
}

/**
 * The default policy of every appliance. It is part of the code so that events can be scored while the store is
 * unavailable, and it is frozen: a better one becomes version 2.
 */
export const firstPolicy = { version: 1, policy }
