import { expect, test } from 'vitest'
import { planFaults } from './fault-plan.ts'

const counts = { kills: 3, pauses: 2, pauseMs: 1_000, resets: 4 }

test('repeats the same faults for the same seed', () => {
  expect(planFaults(7, counts)).toEqual(planFaults(7, counts))
  expect(planFaults(7, counts)).not.toEqual(planFaults(8, counts))
})

test('kills and pauses every target as often as requested', () => {
  const faults = planFaults(1, counts)
  const of = (kind: string, target: string) =>
    faults.filter((each) => each.kind === kind && 'target' in each && each.target === target).length
  for (const target of ['gateway', 'indexer', 'broker', 'engine'])
    expect([of('kill', target), of('pause', target)]).toEqual([3, 2])
  expect(faults.filter(({ kind }) => kind === 'reset')).toHaveLength(4)
})
