import type { Series, TimeBars } from '../../kit/chart/time-chart.tsx'
import { text } from '../../texts/text.ts'
import type { AggregationRow, AggregationTable } from './aggregation-table.ts'

const mostSeries = 5
const dayMs = 86_400_000

/**
 * Converts a table whose rows are times to bars; undefined for other tables. With a second key, the most frequent
 * values get their own series.
 */
export function barsOf({ keys, rows }: AggregationTable): TimeBars | undefined {
  if (keys.length < 1 || keys.length > 2 || rows.length === 0) return undefined
  const instants = rows.map((row) => instantOf(row))
  if (instants.includes(undefined)) return undefined
  const starts = [...new Set(instants.filter((each) => each !== undefined))].toSorted((a, b) => a - b)
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  const intervalMs = gaps.length > 0 ? Math.min(...gaps) : dayMs
  return {
    span: { from: starts[0] ?? 0, to: (starts.at(-1) ?? 0) + intervalMs },
    starts,
    intervalMs,
    series: keys.length === 1 ? [whole(rows, starts)] : shared(rows, starts),
  }
}

/** A full timestamp as OpenSearch writes it: not a number, nor a word that starts like a date. */
function instantOf({ keys: [key = ''] }: AggregationRow): number | undefined {
  return /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d.*)?$/.test(key) ? Date.parse(key) : undefined
}

function whole(rows: readonly AggregationRow[], starts: readonly number[]): Series {
  return { id: 'events', name: text('search.events'), colour: '--accent', values: valuesOf(rows, starts) }
}

function shared(rows: readonly AggregationRow[], starts: readonly number[]): Series[] {
  const byKey = Map.groupBy(rows, ({ keys }) => keys[1] ?? '')
  const ranked = [...byKey].toSorted(([, one], [, other]) => sum(other) - sum(one))
  const series = ranked.slice(0, mostSeries).map(
    ([name, own], index): Series => ({
      id: name,
      name,
      colour: `--share-${index + 1}`,
      values: valuesOf(own, starts),
    }),
  )
  const rest = ranked.slice(mostSeries).flatMap(([, own]) => own)
  if (rest.length === 0) return series
  return [...series, { id: 'others', name: text('search.others'), colour: '--share-6', values: valuesOf(rest, starts) }]
}

function valuesOf(rows: readonly AggregationRow[], starts: readonly number[]): number[] {
  const counts = new Map<number | undefined, number>()
  for (const row of rows) counts.set(instantOf(row), (counts.get(instantOf(row)) ?? 0) + (row.count ?? 0))
  return starts.map((start) => counts.get(start) ?? 0)
}

function sum(rows: readonly AggregationRow[]): number {
  return rows.reduce((total, { count = 0 }) => total + count, 0)
}
