import { expect, test } from 'vitest'
import { anAlert } from '../fixtures/an-alert.ts'
import { loadedBetween, noneSelected, toggled, withRows } from './selection.ts'

const rows = ['a', 'b', 'c', 'd'].map((uuid) => anAlert({ uuid }))
const ids = (selected: Iterable<string>) => [...selected].join('')

test('a row is selected and deselected', () => {
  const [first = anAlert()] = rows
  const selection = toggled(noneSelected, first)
  expect(ids(selection.keys())).toBe('a')
  expect(toggled(selection, first).size).toBe(0)
})

test('a range adds its loaded rows in either direction', () => {
  const rowAt = (index: number) => (index === 2 ? undefined : rows[index])
  expect(ids(loadedBetween(rowAt, 3, 1).map(({ uuid }) => uuid))).toBe('bd')
  expect(ids(loadedBetween(rowAt, -1, 0).map(({ uuid }) => uuid))).toBe('a')
  expect(ids(withRows(withRows(noneSelected, rows.slice(2)), rows.slice(0, 1)).keys())).toBe('cda')
})
