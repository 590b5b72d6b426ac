import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, type Place, rewrap, seal, type Sealed } from './envelope.ts'
import { firstKeyRing, withNewKey, withoutKeys } from './key-ring.ts'

const ring = firstKeyRing()
const place: Place = { table: 'sealed_secret', id: 'a', column: 'ciphertext' }
const bytes = fc.uint8Array({ maxLength: 4_096 })
const part = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('|'))
const places = fc.record({ table: part, id: part, column: part })

const isSame = (one: Place, other: Place) =>
  one.table === other.table && one.id === other.id && one.column === other.column

test('opens a sealed value in its place', () => {
  fc.assert(
    fc.property(bytes, places, (secret, where) => {
      expect(open(ring, where, seal(ring, where, secret))).toEqual(Buffer.from(secret))
    }),
  )
})

test('rejects any flipped bit', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom('wrappedKey' as const, 'ciphertext' as const), fc.nat(), (secret, which, at) => {
      const sealed = seal(ring, place, secret)
      const bit = at % (sealed[which].length * 8)
      const damaged = Buffer.from(sealed[which])
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => open(ring, place, { ...sealed, [which]: damaged })).toThrow()
    }),
    { numRuns: 1_000 },
  )
})

test('rejects every flipped bit of one value, and every truncation', () => {
  const sealed = seal(ring, place, Buffer.from('a private key'))
  for (const which of ['wrappedKey', 'ciphertext'] as const) {
    for (let bit = 0; bit < sealed[which].length * 8; bit += 1) {
      const damaged = Buffer.from(sealed[which])
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => open(ring, place, { ...sealed, [which]: damaged })).toThrow()
    }
    for (let length = 0; length < sealed[which].length; length += 1) {
      expect(() => open(ring, place, { ...sealed, [which]: sealed[which].subarray(0, length) })).toThrow()
    }
  }
})

test('rejects a value that was moved to another place', () => {
  fc.assert(
    fc.property(bytes, places, places, (secret, one, other) => {
      fc.pre(!isSame(one, other))
      expect(() => open(ring, other, seal(ring, one, secret))).toThrow('does not open')
    }),
  )
})

test('rejects a combination of the parts of two records', () => {
  const one = seal(ring, place, Buffer.from('one'))
  const two = seal(ring, { ...place, id: 'b' }, Buffer.from('two'))
  expect(() => open(ring, place, { ...one, ciphertext: two.ciphertext })).toThrow('does not open')
  expect(() => open(ring, place, { ...one, wrappedKey: two.wrappedKey })).toThrow('does not open')
})

test('rejects a changed key version, even if the ring has it', () => {
  const both = withNewKey(ring)
  const sealed = seal(ring, place, Buffer.from('x'))
  expect(() => open(both, place, { ...sealed, kekVersion: 2 })).toThrow('does not open')
})

test('rejects a place that contains the separator, because two places could be equal', () => {
  expect(() => seal(ring, { table: 'a|b', id: 'c', column: 'd' }, Buffer.alloc(1))).toThrow('place')
  expect(() => seal(ring, { table: 'a', id: '', column: 'd' }, Buffer.alloc(1))).toThrow('place')
})

test('the key of another appliance opens nothing', () => {
  expect(() => open(firstKeyRing(), place, seal(ring, place, Buffer.from('x')))).toThrow('does not open')
})

test('sealing the same secret twice gives different values', () => {
  const seen = Array.from({ length: 1_000 }, () => seal(ring, place, Buffer.from('same')))
  const nonces = (pick: (sealed: Sealed) => Buffer) => new Set(seen.map((each) => pick(each).toString('hex', 1, 13)))
  expect(nonces((each) => each.ciphertext).size).toBe(1_000)
  expect(nonces((each) => each.wrappedKey).size).toBe(1_000)
})

test('a rewrapped value opens with the new key only, and its ciphertext is unchanged', () => {
  fc.assert(
    fc.property(bytes, (secret) => {
      const both = withNewKey(ring)
      const old = seal(ring, place, secret)
      const renewed = rewrap(both, place, old)
      expect(renewed.kekVersion).toBe(2)
      expect(renewed.ciphertext).toBe(old.ciphertext)
      expect(open(withoutKeys(both, new Set([1])), place, renewed)).toEqual(Buffer.from(secret))
      expect(() => open(ring, place, renewed)).toThrow('no version 2')
    }),
  )
})
