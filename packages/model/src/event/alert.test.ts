import { createScorer, firstPolicy } from '@watchpost/risk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventDocument } from './outcome.ts'
import { prepare } from './prepare.ts'

const stream = '0123456789abcdef0123456789abcdef'
const at = '2026-11-14T09:12:33.412Z'
const network = {
  timestamp: '2026-11-14T09:12:33.412345+0000',
  event_type: 'alert',
  src_ip: '10.1.0.5',
  src_port: 40_002,
  dest_ip: '2001:db8::7',
  dest_port: 443,
  proto: 'TCP',
  app_proto: 'tls',
  flow_id: 105_044_123_508_839,
  community_id: '1:QIGPaXRWrXJlos3noUCzI/5E1x0=',
  alert: {
    signature: 'SYNTHETIC Loader Check-in',
    signature_id: 9_000_004,
    category: 'A Network Trojan was detected',
    severity: 1,
    metadata: { confidence: ['High'], signature_severity: ['Major'] },
  },
}
const malware = {
  event_type: 'malware',
  timestamp_detected: at,
  severity: 1,
  state: 'Infected',
  detail_threat_found: 'Infected : Synthetic.A',
  total_found: '4/16',
  analyzers_up: 16,
  analyzed_infected: 4,
  analyzed_suspicious: 1,
  SHA256: 'ab12',
  fileinfo: { filename: '/files/setup.bin' },
}
const shellcode = {
  event_type: 'shellcode',
  timestamp_detected: at,
  severity: 1,
  sub_type: 'Windows_x86_32',
  encodings: [{ name: 'Bloxor' }],
  calls: [{}],
}
const powershell = {
  event_type: 'powershell',
  timestamp_detected: at,
  severity: 2,
  sub_type: 'powershell',
  scores: { analysis: 1_890, proba_obfuscated: 0.75 },
}

function documentOf(event: object): EventDocument {
  const outcome = prepare({
    identity: { probeId: 7, stream, sequence: 42 },
    fqdn: 'probe-07.example.test',
    policyVersion: 1,
    epoch: 1_794_906_000,
    receivedAt: Date.parse('2026-11-14T09:12:35.000Z'),
    partition: 3,
    offset: 99,
    payload: Buffer.from(JSON.stringify(event)),
  })
  if (outcome.kind !== 'ready') throw new Error(outcome.letter.reason)
  return outcome.document
}
const viewOf = (event: object) => JSON.parse(documentOf(event).json).alert_view

test.each<[string, object, boolean]>([
  ['an intrusion alert', network, true],
  ['a flow', { ...network, event_type: 'flow' }, false],
  ['an infected file', malware, true],
  ['a suspicious file', { ...malware, state: 'Suspicious' }, true],
  ['a clean file', { ...malware, state: 'No Threat Detected' }, false],
  ['a file whose state is not text', { ...malware, state: ['Infected'] }, false],
  ['shellcode', { ...shellcode, severity: 0 }, true],
  ['a harmless script', { ...powershell, severity: 0 }, false],
  ['a script without a severity', { ...powershell, severity: undefined }, false],
  ['a script with a severity', powershell, true],
])('%s: is it an alert?', (_, event, isAlert) => {
  expect(viewOf(event) !== undefined).toBe(isAlert)
  expect(documentOf(event).entry !== undefined).toBe(isAlert)
})

test.each<[object, string, string]>([
  [
    network,
    'SYNTHETIC Loader Check-in',
    'A Network Trojan was detected (signature 9000004): 10.1.0.5:40002 to [2001:db8::7]:443 (TCP, tls).',
  ],
  [malware, 'Infected : Synthetic.A', 'Infected file /files/setup.bin, found by 4/16 analysers, SHA-256 ab12.'],
  [shellcode, 'Windows_x86_32', 'Shellcode for Windows_x86_32, encoded with Bloxor.'],
  [powershell, 'powershell', 'PowerShell script with score 1890, obfuscated with probability 0.75.'],
  [{ event_type: 'alert', timestamp: at }, 'unnamed alert', 'Intrusion alert.'],
])('names and describes an alert for the listings', (event, name, description) => {
  expect(viewOf(event)).toMatchObject({ name, description })
})

test.each<[string, object, number, string]>([
  ['a file', malware, 80, '4 of 16 analysers sure, 1 suspicious'],
  ['code that ran', shellcode, 85, 'it ran under emulation'],
  ['a script', powershell, 73, 'obfuscated with probability 0.75'],
])('includes the verdict on %s in the risk', (_, event, risk, reason) => {
  const view = viewOf(event)
  expect(view.risk).toBe(risk)
  expect(view.contributions).toContainEqual(expect.objectContaining({ name: 'verdict', reason }))
})

test('builds a compact entry for the listings that refers to its document', () => {
  const { entry, id } = documentOf(network)
  expect(entry).toMatchObject({ id, family: 'alerts' })
  expect(JSON.parse(entry?.json ?? '')).toEqual({
    '@timestamp': at,
    timestamp_received: '2026-11-14T09:12:35.000Z',
    uuid: id,
    family: 'network_events',
    type: 'network_engine',
    event_type: 'alert',
    severity: 1,
    name: 'SYNTHETIC Loader Check-in',
    description: expect.any(String),
    status: 'open',
    group: expect.stringMatching(/^[\w-]{22}$/),
    risk: 85,
    effective_risk: 85,
    rank: 85 * 2 ** 43 + Date.parse(at),
    policy_version: 1,
    contributions: viewOf(network).contributions,
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    src_ip: '10.1.0.5',
    src_port: 40_002,
    dest_ip: '2001:db8::7',
    dest_port: 443,
    proto: 'TCP',
    category: 'A Network Trojan was detected',
    signature_id: 9_000_004,
    flow_id: 105_044_123_508_839,
    community_id: '1:QIGPaXRWrXJlos3noUCzI/5E1x0=',
    ingest: { epoch: 1_794_906_000, partition: 3, offset: 99 },
  })
})

const groupOf = (event: object) => JSON.parse(documentOf(event).entry?.json ?? '').group

test.each<[string, object]>([
  ['ports, time and flow', { ...network, src_port: 1, dest_port: 2, timestamp: '2026-11-15T09:12:33Z', flow_id: 1 }],
  ['another way to write an address', { ...network, dest_ip: '2001:0db8:0::7' }],
  ['a new text of the rule', { ...network, alert: { ...network.alert, signature: 'renamed', rev: 2 } }],
  ['the generator of rules named', { ...network, alert: { ...network.alert, gid: 1 } }],
])('%s: the group does not change', (_, event) => {
  expect(groupOf(event)).toBe(groupOf(network))
})

test('gives each signature, source, destination and detector a separate group', () => {
  const unnumbered = { signature: network.alert.signature }
  const others = [
    network,
    { ...network, alert: { ...network.alert, signature_id: 9_000_005 } },
    { ...network, alert: { ...network.alert, gid: 3 } },
    { ...network, alert: unnumbered },
    { ...network, alert: { signature: 'another' } },
    { ...network, src_ip: '10.1.0.6' },
    { ...network, src_ip: undefined },
    { ...network, dest_ip: undefined },
    { ...network, src_ip: network.dest_ip, dest_ip: network.src_ip },
    { ...malware, detail_threat_found: network.alert.signature },
    { ...shellcode, sub_type: network.alert.signature },
    malware,
  ]
  expect(new Set(others.map(groupOf)).size).toBe(others.length)
})

test('ranks sort by risk, then by time, and survive JSON without loss', () => {
  const ranks = [
    ['1969-01-01T00:00:00.000Z', 0],
    ['2026-11-14T09:12:33.412Z', 0],
    ['2026-11-14T09:12:33.413Z', 0],
    ['9999-12-31T00:00:00.000Z', 0],
    ['1970-01-01T00:00:00.000Z', 1],
    ['9999-12-31T00:00:00.000Z', 100],
  ].map(([time, risk]) => {
    const policy = {
      ...firstPolicy.policy,
      detector: { network_engine: Number(risk), malware_engine: 0, code_engine: 0 },
    }
    const payload = Buffer.from(JSON.stringify({ event_type: 'alert', timestamp: time }))
    const outcome = prepare(
      {
        identity: { probeId: 7, stream, sequence: 1 },
        fqdn: 'p',
        policyVersion: 2,
        receivedAt: 0,
        partition: 0,
        offset: 0,
        payload,
      },
      createScorer({ version: 2, policy }),
    )
    return outcome.kind === 'ready' ? JSON.parse(outcome.document.entry?.json ?? '').rank : undefined
  })
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(ranks.every(Number.isSafeInteger)).toBe(true)
  expect(new Set(ranks).size).toBe(ranks.length)
})

test('gives an alert a name, a description and a risk of bounded size, for any record', () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ maxLength: 5_000, size: 'max' }))
  const anyAlert = fc.record(
    {
      event_type: fc.constantFrom('alert', 'shellcode'),
      timestamp: fc.constant(at),
      alert: fc.oneof(
        anything,
        fc.dictionary(fc.constantFrom('signature', 'category', 'severity', 'metadata'), anything),
      ),
      src_ip: fc.oneof(anything, fc.constant('fe80::1%eth0')),
      src_port: anything,
      dest_ip: anything,
      sub_type: anything,
      encodings: anything,
      calls: anything,
      flow_id: anything,
      proto: anything,
    },
    { requiredKeys: ['event_type', 'timestamp'] },
  )
  fc.assert(
    fc.property(anyAlert, (event) => {
      const entry = JSON.parse(documentOf(event).entry?.json ?? '')
      expect(entry.name.length).toBeGreaterThan(0)
      expect(entry.name.length).toBeLessThanOrEqual(2_048)
      expect(entry.description.length).toBeLessThanOrEqual(3_000)
      expect(entry.description).not.toMatch(/[\r\n]/)
      expect((entry.name + entry.description).isWellFormed()).toBe(true)
      expect(entry.risk).toBeGreaterThanOrEqual(0)
      expect(entry.group).toHaveLength(22)
      expect(entry.src_ip).not.toBe('fe80::1%eth0')
    }),
    { numRuns: 500 },
  )
})
