import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRangeGatherer } from './range-gatherer.ts'

const a = { probeId: 1, stream: 'a'.repeat(32) }
const b = { probeId: 2, stream: 'a'.repeat(32) }

test('merges numbers into ranges by stream and kind, and returns them once', () => {
  const gatherer = createRangeGatherer<'indexed' | 'dead'>()
  for (const sequence of [0, 1, 2]) gatherer.add('indexed', a, sequence)
  gatherer.add('dead', a, 3)
  gatherer.add('indexed', b, 4, 9)
  gatherer.add('indexed', a, 4)
  expect(gatherer.take()).toEqual([
    {
      ...a,
      indexed: [
        [0, 2],
        [4, 4],
      ],
      dead: [[3, 3]],
    },
    { ...b, indexed: [[4, 9]] },
  ])
  expect(gatherer.take()).toEqual([])
  gatherer.add('indexed', a, 5)
  expect(gatherer.take()).toEqual([{ ...a, indexed: [[5, 5]] }])
})

test('returns the same disjoint ranges for any order of numbers', () => {
  const step = fc.tuple(fc.constantFrom('indexed', 'dead'), fc.constantFrom(a, b), fc.nat(40), fc.nat(4))
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const gatherer = createRangeGatherer<'indexed' | 'dead'>()
      const sets = new Map<string, Set<number>>()
      for (const [kind, stream, first, more] of steps) {
        gatherer.add(kind, stream, first, first + more)
        const name = `${stream.probeId} ${kind}`
        const set = sets.get(name) ?? new Set()
        for (let number = first; number <= first + more; number++) set.add(number)
        sets.set(name, set)
      }
      const taken = gatherer.take()
      const found = taken.flatMap(({ probeId, indexed, dead }) =>
        Object.entries({ indexed, dead }).flatMap(([kind, ranges]) =>
          ranges ? [[`${probeId} ${kind}`, ranges] as const] : [],
        ),
      )
      expect(found).toHaveLength(sets.size)
      for (const [name, ranges] of found) {
        const numbers = ranges.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        )
        expect(numbers).toEqual([...(sets.get(name) ?? [])].sort((one, other) => one - other))
        for (const [index, [first]] of ranges.entries()) {
          if (index > 0) expect(first).toBeGreaterThan((ranges[index - 1]?.[1] ?? 0) + 1)
        }
      }
    }),
  )
})
