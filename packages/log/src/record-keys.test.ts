import { recordKey } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordKeys } from './record-keys.ts'

const stream = fc.constantFrom('a'.repeat(32), '0123456789abcdef'.repeat(2))
const identity = fc.record({
  probeId: fc.nat(20),
  stream,
  sequence: fc.oneof(fc.nat(1_000), fc.maxSafeNat(), fc.constantFrom(0, 9, 10, 99, 100, Number.MAX_SAFE_INTEGER)),
})

test('equals recordKey as bytes for any mix of records', () => {
  fc.assert(
    fc.property(fc.array(identity, { maxLength: 30 }), (identities) => {
      const keys = recordKeys(identities.map((each) => ({ identity: each })))
      expect(keys.map(String)).toEqual(identities.map(recordKey))
    }),
    { numRuns: 500 },
  )
})

test('returns each key of a long batch once', () => {
  const identities = Array.from({ length: 5_000 }, (_, sequence) => ({
    identity: { probeId: 7, stream: 'a'.repeat(32), sequence },
  }))
  expect(recordKeys(identities).map(String)).toEqual(identities.map(({ identity: each }) => recordKey(each)))
})
