import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogRecord } from '../record/log-record.ts'
import { prepare } from './prepare.ts'

const stream = '0123456789abcdef0123456789abcdef'

function aRecord(payload: string | Buffer | object): LogRecord {
  const bytes = Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  return {
    identity: { probeId: 7, stream, sequence: 42 },
    fqdn: 'probe-07.example.test',
    policyVersion: 1,
    receivedAt: 1_795_000_000_000,
    partition: 3,
    offset: 99,
    payload: bytes,
  }
}

function documentOf(payload: string | object): Record<string, unknown> {
  const outcome = prepare(aRecord(payload))
  if (outcome.kind !== 'ready') throw new Error(outcome.letter.reason)
  return JSON.parse(outcome.document.json) as Record<string, unknown>
}

function reasonOf(payload: string | Buffer | object): string {
  const outcome = prepare(aRecord(payload))
  return outcome.kind === 'dead' ? outcome.letter.reason : 'ready'
}

const alert = {
  timestamp: '2026-11-14T09:12:33.412345+0000',
  event_type: 'alert',
  src_ip: '192.0.2.1',
  alert: { severity: 2, signature: 'x' },
}

test('keeps the fields of an EVE record and adds the envelope', () => {
  expect(documentOf(alert)).toEqual({
    ...alert,
    '@timestamp': '2026-11-14T09:12:33.412Z',
    timestamp_detected: '2026-11-14T09:12:33.412Z',
    timestamp_analyzed: '2026-11-14T09:12:33.412Z',
    timestamp_received: new Date(1_795_000_000_000).toISOString(),
    ingest: { stream, sequence: 42, partition: 3, offset: 99 },
    uuid: `7-${stream}-000000000042`,
    type: 'network_engine',
    severity: 2,
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    alert_view: {
      name: 'x',
      description: 'Intrusion alert: 192.0.2.1 to ?.',
      risk: 28,
      contributions: [
        { name: 'detector', points: 10, reason: 'network_engine' },
        { name: 'severity', points: 18, reason: 'severity 2' },
      ],
      policy_version: 1,
    },
  })
})

test('keeps the severity and times of a malware verdict', () => {
  const verdict = {
    event_type: 'malware',
    timestamp_detected: '2026-11-14T09:00:00.000Z',
    timestamp_analyzed: '2026-11-14T09:05:00.000Z',
    severity: 1,
    state: 'Infected',
  }
  expect(documentOf(verdict)).toMatchObject({
    type: 'malware_engine',
    severity: 1,
    '@timestamp': '2026-11-14T09:00:00.000Z',
    timestamp_analyzed: '2026-11-14T09:05:00.000Z',
  })
})

test('preserves numbers beyond 2^53 exactly', () => {
  const outcome = prepare(
    aRecord('{"timestamp":"2026-11-14T09:12:33+0000","event_type":"flow","huge":18446744073709551615}'),
  )
  expect(outcome.kind === 'ready' && outcome.document.json).toContain('"huge":18446744073709551615')
})

test('ignores envelope fields that a record sets itself', () => {
  const forged = { ...alert, uuid: 'forged', probe: 'other', ingest: { sequence: 1 }, '@timestamp': 'yesterday' }
  expect(documentOf(forged)).toMatchObject({
    uuid: `7-${stream}-000000000042`,
    probe: { id: 7 },
    ingest: { sequence: 42 },
  })
})

test('removes an alert_view that a record sets itself, on alerts and other events', () => {
  const forged = { alert_view: { name: 'harmless', risk: 0 } }
  expect(documentOf({ ...alert, ...forged })).toMatchObject({ alert_view: { name: 'x', risk: 28 } })
  expect(documentOf({ ...alert, event_type: 'flow', ...forged })).not.toHaveProperty('alert_view')
})

test('writes a record with surrounding whitespace as one line', () => {
  const outcome = prepare(aRecord(`  ${JSON.stringify(alert)} \r`))
  expect(outcome.kind === 'ready' && outcome.document.json).not.toMatch(/[\r\n]/)
})

test.each([
  ['not-utf8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['not-json', '{"a":'],
  ['not-json', ''],
  ['not-an-object', '[1]'],
  ['not-an-object', 'null'],
  ['too-deep', '['.repeat(1_000_000)],
  ['too-deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ['no-event-type', { timestamp: alert.timestamp }],
  ['no-event-type', { timestamp: alert.timestamp, event_type: 'x'.repeat(65) }],
  ['no-timestamp', { event_type: 'alert', timestamp: 'soon' }],
  ['no-timestamp', { event_type: 'alert', timestamp: 1 }],
  ['no-timestamp', { event_type: 'alert', timestamp: '2026-13-45T99:99:99Z' }],
])('%s is a reason, not a crash', (reason, payload) => {
  expect(reasonOf(payload)).toBe(reason)
})

test('ignores brackets inside strings when counting depth', () => {
  expect(reasonOf({ ...alert, payload_printable: `${'['.repeat(100)}\\"${'{'.repeat(100)}` })).toBe('ready')
})

test('returns an outcome for any bytes, and one line of JSON with our identity if ready', () => {
  const anyEvent = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }))
    .map((extra) => JSON.stringify({ ...extra, event_type: 'flow', timestamp: alert.timestamp }))
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    anyEvent.map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(anyBytes, (payload) => {
      const outcome = prepare(aRecord(payload))
      if (outcome.kind === 'dead') return
      expect(outcome.document.json).not.toContain('\n')
      expect(JSON.parse(outcome.document.json)).toMatchObject({ uuid: `7-${stream}-000000000042` })
    }),
    { numRuns: 2_000 },
  )
})
