import { expect, test } from 'vitest'
import { createOracle, nothing } from './oracle.ts'
import { HOUR_MS } from './hour.ts'

const at = (hour: number, minute: number) => hour * HOUR_MS + minute * 60_000

test('counts a missing number in the earlier hour of its neighbours until it arrives', () => {
  const oracle = createOracle(86_400)
  for (const sequence of [0, 1]) oracle.arrived(1, 'a', sequence, at(0, 5))
  oracle.arrived(1, 'a', 4, at(1, 5), 'dead')
  expect([...oracle.hoursOf(1, at(2, 0))]).toEqual([
    [0, { ...nothing(), received: 2, indexed: 2, missing: 2 }],
    [HOUR_MS, { ...nothing(), received: 1, dead_lettered: 1 }],
  ])
  oracle.arrived(1, 'a', 2, at(2, 5))
  oracle.became(1, 'a', 4, 'indexed')
  expect([...oracle.hoursOf(1, at(3, 0)).values()]).toEqual([
    { ...nothing(), received: 2, indexed: 2 },
    { ...nothing(), received: 1, indexed: 1, missing: 1 },
    { ...nothing(), received: 1, indexed: 1 },
  ])
})

test('keeps given-up numbers and those of a removed probe as missing', () => {
  const oracle = createOracle(86_400)
  for (const sequence of [0, 4]) oracle.arrived(1, 'a', sequence, at(0, 5))
  oracle.gaveUp(1, 'a', [2, 3])
  const row = () => oracle.hoursOf(1, at(1, 0)).get(0)
  expect(row()).toMatchObject({ missing: 3, given_up: 2 })
  oracle.removed(1, at(0, 30))
  expect(row()).toMatchObject({ missing: 3, given_up: 3 })
})

test('splits a silence by hours, up to the present or the removal of its probe', () => {
  const oracle = createOracle(1_500)
  for (const minute of [5, 25]) oracle.heard(1, at(0, minute))
  expect(oracle.hoursOf(1, at(0, 45)).size).toBe(0)
  const seconds = (now: number) => [...oracle.hoursOf(1, now).values()].map((each) => each.silent_seconds)
  expect([seconds(at(1, 10)), oracle.silentNow(at(1, 10))]).toEqual([[2_100, 600], 1])
  oracle.removed(1, at(1, 5))
  expect([seconds(at(3, 0)), oracle.silentNow(at(3, 0))]).toEqual([[2_100, 300], 0])
})
