import { createScorer, firstPolicy } from '@watchpost/risk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { envelopeText } from './envelope-text.ts'
import { families } from '../value/family.ts'
import type { LogRecord } from '../record/log-record.ts'
import { envelopeOf } from './normalise.ts'
import { outline } from './outline.ts'
import { prepare } from './prepare.ts'

const scorer = createScorer(firstPolicy)
const instant = '2026-11-14T09:12:33.412Z'

/** Quotes, backslashes, control characters, both halves of surrogate pairs, and long texts. */
const hostileText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u2028', '\ud800', '\udc00', 'ä', '😀') }),
  fc.constantFrom('a'.repeat(10_000), 'ä"\\\ud83d'.repeat(2_000)),
)

const anyRecord: fc.Arbitrary<LogRecord> = fc.record({
  identity: fc.record({ probeId: fc.nat(), stream: hostileText, sequence: fc.maxSafeNat() }),
  fqdn: hostileText,
  policyVersion: fc.constant(1),
  receivedAt: fc.constantFrom(Date.parse(instant), 0, 1_795_000_000_000),
  timeBounds: fc.option(fc.constant({ aheadMinutes: 60, oldestDays: 365 }), { nil: undefined }),
  partition: fc.nat(1_024),
  offset: fc.maxSafeNat(),
  payload: fc.constant(Buffer.alloc(0)),
})

const anyEvent = fc.record(
  {
    event_type: fc.constantFrom('flow', 'alert', 'malware', 'shellcode', 'powershell'),
    timestamp: fc.constantFrom(instant, '2026-11-14T09:12:33.412345+0000', '9999-12-31T23:59:59-14:00'),
    timestamp_analyzed: fc.constantFrom(instant, 'soon', '2026-11-14T09:12:33+02:00'),
    severity: fc.oneof(fc.integer(), hostileText),
    state: fc.constantFrom('Infected', 'Clean'),
    src_ip: hostileText,
    alert: fc.record({ severity: fc.integer({ min: 0, max: 4 }), signature: hostileText, category: hostileText }),
  },
  { requiredKeys: ['event_type', 'timestamp'] },
)

test('writes the same bytes as JSON.stringify', () => {
  const correction = fc.option(
    fc.record({ fault: fc.constantFrom('ahead' as const, 'old' as const), claimed: hostileText }),
    { nil: undefined },
  )
  fc.assert(
    fc.property(anyEvent, fc.constantFrom(...families), correction, anyRecord, (event, family, corrected, record) => {
      const envelope = envelopeOf(event, family, { at: instant, correction: corrected }, record, scorer)
      expect(envelopeText(envelope)).toBe(JSON.stringify(envelope))
    }),
    { numRuns: 1_000 },
  )
})

test('a document is the envelope followed by the text of the event, in the indexer and in exports', () => {
  fc.assert(
    fc.property(anyEvent, anyRecord, (event, record) => {
      const text = JSON.stringify(event)
      const whole = { ...record, payload: Buffer.from(text) }
      const outcome = prepare(whole, scorer)
      const seen = outline(whole, scorer)
      if (outcome.kind === 'dead' || 'letter' in seen) throw new Error('not an event')
      const { json, id } = outcome.document
      expect([seen.json(), seen.id]).toEqual([json, id])
      expect(JSON.parse(json)).toMatchObject({ uuid: id, probe: { fqdn: record.fqdn } })
      if (!('severity' in event) && !('timestamp_analyzed' in event)) expect(json.endsWith(text.slice(1))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
