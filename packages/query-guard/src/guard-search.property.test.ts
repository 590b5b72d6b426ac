import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittingBody, garbledBody } from './fixtures/arbitrary-body.ts'
import { assertConforms } from './fixtures/conforms.ts'
import { exampleFields } from './fixtures/fields.ts'
import { type GuardResult, guardSearch } from './guard-search.ts'

const guard = (bytes: Uint8Array): GuardResult => guardSearch(bytes, { fields: exampleFields, kind: 'search' })
const encode = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

/** Either a body of the grammar alone, or refusals that a caller can use. */
function assertSound(result: GuardResult): void {
  if (result.ok) return assertConforms(result.body)
  expect(result.refusals.length).toBeGreaterThan(0)
  expect(result.refusals.length).toBeLessThanOrEqual(20)
  for (const { pointer } of result.refusals) expect(pointer).toMatch(/^#(\/[^\s#"<>[\]\\^`{|}]*)*$/)
}

test('any bytes get an answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => assertSound(guard(bytes))),
    { numRuns: 500 },
  )
})

test('any JSON gets an answer', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (json) => assertSound(guard(encode(json)))),
    { numRuns: 500 },
  )
})

test('what fits the grammar passes, is made of it alone, and passes again unchanged', () => {
  let passed = 0
  const property = fc.property(fittingBody, (body) => {
    const first = guard(encode(body))
    assertSound(first)
    if (!first.ok) return
    passed += 1
    expect(guard(encode(first.body))).toEqual(first)
  })
  fc.assert(property, { numRuns: 500 })
  // The rest nests too deep or asks for too much, which the generator does not weigh.
  expect(passed).toBeGreaterThan(400)
})

test('whatever is put in, and wherever, nothing but the grammar comes out', () => {
  const property = fc.property(garbledBody, (body) => assertSound(guard(encode(body))))
  fc.assert(property, { numRuns: 1_000 })
})

test('a body cut off or garbled anywhere gets an answer', () => {
  const property = fc.property(fittingBody, fc.nat(), fc.uint8Array({ maxLength: 4 }), (body, place, noise) => {
    const bytes = encode(body)
    const at = place % (bytes.length + 1)
    assertSound(guard(bytes.subarray(0, at)))
    assertSound(guard(Uint8Array.from([...bytes.subarray(0, at), ...noise, ...bytes.subarray(at + noise.length)])))
  })
  fc.assert(property, { numRuns: 500 })
})
