import { createScorer, firstPolicy } from '@watchpost/risk'
import { expect, test } from 'vitest'
import type { LogRecord } from '../record/log-record.ts'
import { outline } from '../event/outline.ts'
import { prepare } from '../event/prepare.ts'
import { eventTimeOf } from './event-time.ts'

const arrival = '2026-11-17T09:00:00.000Z'
const timeBounds = { aheadMinutes: 60, oldestDays: 365 }
const scorer = createScorer(firstPolicy)

function aRecord(event: object, changed: Partial<LogRecord> = {}): LogRecord {
  return {
    identity: { probeId: 7, stream: 'a'.repeat(32), sequence: 12 },
    fqdn: 'probe-07.example.test',
    policyVersion: 1,
    receivedAt: Date.parse(arrival),
    timeBounds,
    partition: 3,
    offset: 44,
    payload: Buffer.from(JSON.stringify(event)),
    ...changed,
  }
}

function stored(event: object, changed: Partial<LogRecord> = {}) {
  const outcome = prepare(aRecord(event, changed), scorer)
  if (outcome.kind === 'dead') throw new Error(outcome.letter.reason)
  const { json, entry, correction, id } = outcome.document
  const parsed = JSON.parse(json) as Record<string, unknown>
  return { json, id, correction, document: parsed, entry: entry && (JSON.parse(entry.json) as typeof parsed) }
}

const alert = (timestamp: string) => ({ event_type: 'alert', timestamp, alert: { severity: 1, signature: 's' } })

test.each([
  ['0001-01-01T00:00:00.000000+0000', 'old'],
  ['0000-01-01T00:00:00+14:00', 'old'],
  ['1970-01-01T00:00:00Z', 'old'],
  ['2025-11-17T08:59:59.999Z', 'old'],
  ['2026-11-17T10:00:00.001Z', 'ahead'],
  ['2026-11-17T10:01:00.000123+0000', 'ahead'],
  ['2038-01-19T03:14:08+0000', 'ahead'],
  ['9999-12-31T23:59:59.999999+0000', 'ahead'],
  ['9999-12-31T23:59:59-14:00', 'ahead'],
])('an event that claims %s is stored with its arrival time and flagged as %s', (claimed, fault) => {
  const { document, entry, correction } = stored(alert(claimed))
  const corrected = { '@timestamp': arrival, timestamp_claimed: claimed }
  expect(document).toMatchObject({ ...corrected, timestamp_detected: arrival, clock_fault: fault, timestamp: claimed })
  expect(entry).toMatchObject(corrected)
  expect(correction).toEqual({ fault, claimed })
})

test.each([
  '2025-11-17T09:00:00Z',
  '2026-11-17T09:59:00.000+0000',
  '2026-11-17T10:00:00Z',
  '2026-11-17T11:00:00+01:00',
])('an event that claims %s keeps its time and has no further fields', (claimed) => {
  const { json, document, entry, correction } = stored(alert(claimed))
  expect(document['@timestamp']).toBe(new Date(claimed).toISOString())
  expect(correction).toBeUndefined()
  expect(json).not.toMatch(/timestamp_claimed|clock_fault/)
  expect(entry).not.toHaveProperty('timestamp_claimed')
  // Byte for byte the same as without bounds.
  expect(json).toBe(stored(alert(claimed), { timeBounds: undefined }).json)
})

test('uses the bounds of the record', () => {
  const late = alert('2026-11-15T09:00:00Z')
  expect(stored(late, { timeBounds: { aheadMinutes: 60, oldestDays: 1 } }).document.clock_fault).toBe('old')
  const early = alert('2026-11-17T12:00:00Z')
  expect(stored(early, { timeBounds: { aheadMinutes: 180, oldestDays: 1 } }).correction).toBeUndefined()
})

test('keeps the claimed time of a record without bounds', () => {
  const { document } = stored(alert('9999-12-31T23:59:59Z'), { timeBounds: undefined })
  expect(document).toMatchObject({ '@timestamp': '9999-12-31T23:59:59.000Z' })
  expect(document).not.toHaveProperty('timestamp_claimed')
})

test('keeps the relevant one of several times as the claimed time', () => {
  const event = { timestamp: '2026-11-17T08:00:00Z', timestamp_detected: '1970-01-01T00:00:00Z' }
  expect(eventTimeOf(event, aRecord({}))).toEqual({
    at: arrival,
    correction: { fault: 'old', claimed: '1970-01-01T00:00:00Z' },
  })
  expect(eventTimeOf({ ...event, timestamp_detected: 'soon' }, aRecord({}))).toEqual({ at: '2026-11-17T08:00:00.000Z' })
  const verdict = { event_type: 'malware', state: 'Infected', timestamp_detected: '1970-01-01T00:00:00Z' }
  expect(stored(verdict).document).toMatchObject({
    timestamp_detected: arrival,
    timestamp_claimed: '1970-01-01T00:00:00Z',
  })
})

test('removes correction fields that a record sets itself', () => {
  const forged = { timestamp_claimed: '1999-01-01T00:00:00Z', clock_fault: 'none' }
  const honest = stored({ ...alert('2026-11-17T08:00:00Z'), ...forged })
  expect(honest.json).not.toMatch(/timestamp_claimed|clock_fault/)
  const wrong = stored({ ...alert('1970-01-01T00:00:00Z'), ...forged })
  expect(wrong.document).toMatchObject({ timestamp_claimed: '1970-01-01T00:00:00Z', clock_fault: 'old' })
})

test('exports the stored document byte for byte, with the corrected time', () => {
  for (const claimed of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59+0000']) {
    const seen = outline(aRecord(alert(claimed)), scorer)
    if ('letter' in seen) throw new Error(seen.letter.reason)
    expect(seen.at).toBe(arrival)
    expect(seen.json()).toBe(stored(alert(claimed)).json)
  }
})

test('gives a resend the same id, whenever it arrives', () => {
  const event = alert('9999-12-31T23:59:59Z')
  expect(stored(event, { receivedAt: Date.parse(arrival) + 5_000 }).id).toBe(stored(event).id)
})
