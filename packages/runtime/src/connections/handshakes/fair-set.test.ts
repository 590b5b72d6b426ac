import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairSet } from './fair-set.ts'

test('finds the busiest source, its oldest and its newest entry', () => {
  const set = createFairSet<number>()
  expect(set.busiest()).toBeUndefined()
  set.add('a', 1)
  set.add('b', 2)
  set.add('b', 3)
  set.add('b', 3)
  expect([set.busiest(), set.oldestOf('b'), set.newestOf('b'), set.countOf('b'), set.size()]).toEqual(['b', 2, 3, 2, 3])
  set.delete('b', 2)
  set.delete('b', 3)
  set.delete('b', 3)
  expect([set.busiest(), set.oldestOf('b'), set.newestOf('b'), set.countOf('b'), set.size()]).toEqual([
    'a',
    undefined,
    undefined,
    0,
    1,
  ])
  expect([...set.sources()]).toEqual(['a'])
})

test('agrees with a plain count after any additions and deletions', () => {
  const step = fc.record({ isAdd: fc.boolean(), source: fc.constantFrom('a', 'b', 'c', 'd'), entry: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const set = createFairSet<number>()
      const plain = new Map<string, number[]>()
      for (const { isAdd, source, entry } of steps) {
        const entries = plain.get(source) ?? []
        plain.set(source, isAdd ? [...new Set([...entries, entry])] : entries.filter((each) => each !== entry))
        if (isAdd) set.add(source, entry)
        else set.delete(source, entry)
        const counts = [...plain.values()].map((each) => each.length)
        const busiest = set.busiest()
        expect(set.size()).toBe(counts.reduce((sum, count) => sum + count, 0))
        expect(busiest === undefined ? 0 : set.countOf(busiest)).toBe(Math.max(...counts))
        expect(set.oldestOf(source)).toBe(plain.get(source)?.at(0))
      }
    }),
  )
})
