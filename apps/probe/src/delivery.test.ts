import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live } from '../test/a-life.ts'

function check({ gateway, writer, restores }: Awaited<ReturnType<typeof live>>, isTidied: boolean): void {
  expect(gateway.conflicts).toEqual([])
  const lines = gateway.lines()
  expect(writer.written.flatMap((line, index) => (gateway.known.has(line) ? [] : index))).toEqual([])
  // Where files of an older copy are gone no one can tell what was sent: then, and only then, lines come again.
  if (!isTidied || restores === 0) expect(lines.length).toBe(writer.written.length)
  const numberOf = new Map(writer.written.map((line, index) => [line, index]))
  for (const stream of gateway.streams.values()) {
    const sequences = [...stream.lines.keys()].sort((a, b) => a - b)
    expect(sequences).toEqual(sequences.map((_, index) => index))
    const order = sequences.map((sequence) => numberOf.get(stream.lines.get(sequence) ?? '') ?? -1)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  }
}

const plans = fc.record({
  seed: fc.integer({ min: 1 }),
  steps: fc.integer({ min: 1, max: 10 }),
  isTidied: fc.boolean(),
  isRestored: fc.boolean(),
})

test('whatever happens, every line arrives once, under one number, in order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => check(await live(plan), plan.isTidied)),
    { numRuns: 12, endOnFailure: true },
  )
})
