import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecord, recordHeader, recordKey } from './log-record.ts'
import { createRecordRun } from './record-run.ts'

const stream = fc.constantFrom('a'.repeat(32), 'b'.repeat(32), '', 'ä/ü')
const ourKey = fc
  .record({ probeId: fc.nat(3), stream, sequence: fc.oneof(fc.nat(20), fc.maxSafeNat()) })
  .map((identity) => recordKey(identity))
const anyKey = fc.oneof(ourKey, fc.string(), fc.constantFrom('1/x/', '1/x', '1//2', '1/x/2/3', '1/x/ 7', '1/x/1e3'))
const ourHeader = fc
  .record({
    fqdn: fc.constantFrom('p', 'pröbe.example.test'),
    policyVersion: fc.nat(2),
    receivedAt: fc.nat(2),
    timeBounds: fc.option(fc.constant({ aheadMinutes: 60, oldestDays: 365 }), { nil: undefined }),
  })
  .map((header) => recordHeader(header))
const anyHeader = fc.oneof(ourHeader, ourHeader, fc.constantFrom('', '1\tp', '1\tp\t2', '2\tp\t1'), fc.string())

test('parses the same as readRecord, after any earlier record', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, anyHeader), { maxLength: 20 }), (records) => {
      const run = createRecordRun()
      for (const [key, header] of records) {
        expect(run.read(Buffer.from(key), Buffer.from(header))).toEqual(
          readRecord(Buffer.from(key).toString(), Buffer.from(header).toString()),
        )
      }
    }),
    { numRuns: 2_000 },
  )
})

test('keeps parsing a run after the buffers of its first record were reused', () => {
  const run = createRecordRun()
  const key = Buffer.from(`7/${'a'.repeat(32)}/1`)
  const header = Buffer.from('1\tp\t3\t5')
  run.read(key, header)
  key.fill(0)
  header.fill(0)
  expect(run.read(Buffer.from(`7/${'a'.repeat(32)}/2`), Buffer.from('1\tp\t3\t5'))).toMatchObject({
    identity: { probeId: 7, stream: 'a'.repeat(32), sequence: 2 },
    fqdn: 'p',
    receivedAt: 5,
  })
})
