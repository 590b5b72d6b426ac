import { expect, test } from 'vitest'
import { createHoleWatch } from './hole-watch.ts'

function watched() {
  const holes: string[] = []
  const watch = createHoleWatch((partition, count) => holes.push(`${partition}: ${count}`))
  return { ...watch, holes }
}

test('what is left out is a hole, told once', () => {
  const { note, holes } = watched()
  for (const offset of [5n, 6n, 9n, 10n]) note(1, offset)
  expect(holes).toEqual(['1: 2'])
})

test('a hole before the first record that is read is one', () => {
  const { goesOn, note, holes } = watched()
  goesOn(0, 500n)
  note(0, 2_000n)
  expect(holes).toEqual(['0: 1500'])
})

test('reading again is no hole, and neither is what follows it', () => {
  const { goesOn, note, holes } = watched()
  for (const offset of [5n, 6n, 7n]) note(0, offset)
  goesOn(0, 5n)
  for (const offset of [8n, 5n, 6n, 7n, 8n, 9n]) note(0, offset)
  expect(holes).toEqual([])
})

test('what another reader has read in between is no hole, whatever was still held from before', () => {
  const { goesOn, note, holes } = watched()
  note(0, 5n)
  goesOn(0, 300n)
  for (const offset of [6n, 7n, 300n, 301n]) note(0, offset)
  expect(holes).toEqual([])
})
