import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live } from '../test/a-life.ts'

function check({ gateway, writer, restores }: Awaited<ReturnType<typeof live>>, isTidied: boolean): void {
  expect(gateway.conflicts).toEqual([])
  const lines = gateway.lines()
  expect(writer.written.flatMap((line, index) => (gateway.known.has(line) ? [] : index))).toEqual([])
  // If the files of a restored spool are gone, it is unknown what was sent. Only then may lines arrive twice.
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

test('every line arrives once, under one sequence, in order, after any failure', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => check(await live(plan), plan.isTidied)),
    { numRuns: 12, endOnFailure: true },
  )
})
