import { createScorer, firstPolicy } from '@watchpost/risk'
import { expect, test } from 'vitest'
import type { LogRecord } from '../record/log-record.ts'
import { outline } from './outline.ts'
import { prepare } from './prepare.ts'

const scorer = createScorer(firstPolicy)
const recordOf = (payload: string): LogRecord => ({
  identity: { probeId: 7, stream: 'a'.repeat(32), sequence: 12 },
  fqdn: 'probe-07.example.test',
  policyVersion: 1,
  receivedAt: 1_794_000_000_000,
  partition: 3,
  offset: 44,
  payload: Buffer.from(payload),
})
const at = '"timestamp":"2026-11-14T09:12:33.412118+0000"'

test.each([
  `{"event_type":"dns",${at},"src_ip":"192.0.2.7","dest_ip":"2001:DB8::0007","n":9007199254740993}`,
  `{"event_type":"alert",${at},"alert":{"severity":1,"signature":"é","category":"x"},"src_ip":"10.0.0.1"}`,
  `{"event_type":"dns",${at},"uuid":"claimed","alert_view":{}}`,
])('builds byte for byte the stored document', (payload) => {
  const record = recordOf(payload)
  const seen = outline(record, scorer)
  const outcome = prepare(record, scorer)
  if ('letter' in seen || outcome.kind === 'dead') throw new Error('it is an event')
  expect(seen.json()).toBe(outcome.document.json)
  expect(seen.id).toBe(outcome.document.id)
})

test('returns IP addresses in canonical form, and ignores invalid ones', () => {
  const seen = outline(recordOf(`{"event_type":"dns",${at},"src_ip":"2001:DB8::0007","dest_ip":"nowhere"}`), scorer)
  expect('letter' in seen ? [] : seen.addresses()).toEqual(['2001:db8::7'])
})

test('turns an invalid event into the same dead letter in every service', () => {
  const record = recordOf('not json')
  const outcome = prepare(record, scorer)
  expect(outline(record, scorer)).toEqual({ letter: outcome.kind === 'dead' ? outcome.letter : undefined })
})
