import { expect, test } from 'vitest'
import { barsOf } from './aggregation-bars.ts'
import type { AggregationTable } from './aggregation-table.ts'

function table(keys: string[], ...rows: [count: number, ...keys: string[]][]): AggregationTable {
  return { name: keys.join(), keys, rows: rows.map(([count, ...own]) => ({ keys: own, count, figures: {} })) }
}

const [noon, one] = ['2026-11-16T12:00:00.000Z', '2026-11-16T13:00:00.000Z']

test('draws a bar for each time, as long as the distance between them', () => {
  const bars = barsOf(table(['times'], [4, noon], [2, one]))
  expect(bars).toMatchObject({
    starts: [Date.parse(noon), Date.parse(one)],
    intervalMs: 3_600_000,
    span: { from: Date.parse(noon), to: Date.parse('2026-11-16T14:00:00Z') },
    series: [{ id: 'events', values: [4, 2] }],
  })
})

test('draws a series for each of the most frequent keys, and one for the others', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index): [number, string, string] => [9 - index, noon, key])
  const bars = barsOf(table(['times', 'by'], ...many, [1, one, 'b']))
  expect(bars?.series.map(({ name, values }) => [name, ...values])).toEqual([
    ['a', 9, 0],
    ['b', 8, 1],
    ['c', 7, 0],
    ['d', 6, 0],
    ['e', 5, 0],
    ['Others', 7, 0],
  ])
})

test.each([
  ['values', table(['ports'], [3, '80'], [1, '443'])],
  ['words and instants', table(['names'], [3, noon], [1, '2026-11 report'])],
  ['one row without a key', table([], [3])],
  ['nothing', table(['times'])],
])('draws no chart for %s', (_, given) => {
  expect(barsOf(given)).toBeUndefined()
})
