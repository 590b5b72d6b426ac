import { expect, test } from 'vitest'
import { readRecord, recordHeader, recordKey } from './log-record.ts'

const identity = { probeId: 7, stream: 'a'.repeat(32), sequence: 42 }

test('parses its own key and header', () => {
  const header = { fqdn: 'probe-07.example.test', policyVersion: 3, receivedAt: 946_684_800_000 }
  expect(readRecord(recordKey(identity), recordHeader(header))).toEqual({ identity, ...header })
})

test('uses policy version 1 for a record without one', () => {
  expect(readRecord(recordKey(identity), '1\tp')).toEqual({ identity, fqdn: 'p', policyVersion: 1 })
})

test('returns no arrival time for a record of an earlier version', () => {
  expect(readRecord(recordKey(identity), '1\tp\t2')).toEqual({ identity, fqdn: 'p', policyVersion: 2 })
})

test('an earlier version parses the known fields of a newer header', () => {
  expect(recordHeader({ fqdn: 'p', policyVersion: 2, receivedAt: 5 }).split('\t').slice(0, 3)).toEqual(['1', 'p', '2'])
})

test('parses the time bounds, and returns none for a record without them', () => {
  const header = { fqdn: 'p', policyVersion: 3, receivedAt: 5, timeBounds: { aheadMinutes: 60, oldestDays: 365 } }
  expect(readRecord(recordKey(identity), recordHeader(header))).toEqual({ identity, ...header })
  expect(readRecord(recordKey(identity), '1\tp\t3\t5')).not.toHaveProperty('timeBounds')
})

test.each([
  ['another version', '2\tp\t1'],
  ['no name', '1'],
  ['nothing', ''],
])('%s is not our header', (_, header) => {
  expect(readRecord(recordKey(identity), header)).toBeUndefined()
})
