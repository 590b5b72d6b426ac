import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertConforms } from './fixtures/conformance/conforms.ts'
import { exampleFields } from './fixtures/fields.ts'
import { anyRequest, anyTameBody } from './fixtures/generate/any-request.ts'
import { encode, guarded } from './fixtures/guarded.ts'
import type { GuardResult } from './guard-search.ts'

/** Few, so that the tests stay fast; `pnpm prove guard` sends a million. */
const numRuns = 300

/** Either a body that conforms to the grammar and the budget, or refusals that a caller can use. */
function assertSound(result: GuardResult): void {
  if (result.ok) {
    assertConforms(result.body, (name) => exampleFields.has(name))
    expect(result.cost.workMs).toBeLessThanOrEqual(result.cost.budget.workMs)
    expect(result.cost.memoryBytes).toBeLessThanOrEqual(result.cost.budget.memoryBytes)
    return
  }
  expect(result.refusals.length).toBeGreaterThan(0)
  expect(result.refusals.length).toBeLessThanOrEqual(20)
  for (const { pointer } of result.refusals) expect(pointer).toMatch(/^#(\/[^\s#"<>[\]\\^`{|}]*)*$/)
}

test('answers any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => assertSound(guarded(bytes))),
    { numRuns },
  )
})

test('answers any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (json) => assertSound(guarded(encode(json)))),
    { numRuns },
  )
})

test('returns only bodies of the grammar, for any request', () => {
  fc.assert(
    fc.property(anyRequest(exampleFields), (bytes) => assertSound(guarded(bytes))),
    { numRuns: numRuns * 5 },
  )
})

test('accepts bodies of the grammar, and accepts the result again unchanged', () => {
  let passed = 0
  const property = fc.property(anyTameBody(exampleFields), (body) => {
    const first = guarded(body)
    assertSound(first)
    if (!first.ok) return
    passed += 1
    const again = guarded(first.body)
    expect(again.ok ? again.normalised : again).toBe(first.normalised)
    expect(again).toMatchObject({ queue: first.queue, timeRange: first.timeRange })
  })
  fc.assert(property, { numRuns })
  // The rest is too expensive or combines options that exclude each other, which the generator does not check.
  expect(passed).toBeGreaterThan(numRuns * 0.6)
})
