import type { KnownAlert } from '../../alerts/expected-matches.ts'

export interface Count {
  value: string | number | null
  count: number
}

/** What the API says of the alerts of a filter, as far as the oracle knows it. */
export interface Summary {
  total: number
  counts: Count[]
  interval: string
  buckets: { start: string; count: number; counts: Count[] }[]
  top: Record<string, { values: Count[]; others: number; is_exact: boolean; error_bound: number }>
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Values of an alert by which it is counted. */
const valuesOf: Record<string, (alert: KnownAlert) => (string | number)[]> = {
  name: ({ name }) => [name],
  src_ip: ({ src }) => [src],
  dest_ip: ({ dst }) => [dst],
  ip: ({ src, dst }) => [...new Set([src, dst])],
  probe_id: ({ probe }) => [probe],
  type: ({ type }) => [type],
  severity: ({ severity }) => [severity],
}
export const topFields = Object.keys(valuesOf)

/** Total, division and bars. */
export function expectedSummary(
  alerts: readonly KnownAlert[],
  by: string,
  interval: string,
): Omit<Summary, 'top' | 'interval'> {
  const lengthMs = Number.parseInt(interval, 10) * (unitMs[interval.slice(-1)] ?? Number.NaN)
  const bars = Map.groupBy(alerts, ({ time }) => Math.floor(Date.parse(time) / lengthMs) * lengthMs)
  return {
    total: alerts.length,
    counts: countsOf(alerts, by),
    buckets: [...bars]
      .sort(([a], [b]) => a - b)
      .map(([start, own]) => ({ start: new Date(start).toISOString(), count: own.length, counts: countsOf(own, by) })),
  }
}

function countsOf(alerts: readonly KnownAlert[], by: string): Count[] {
  return [...tally(alerts, by)].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1))
}

function tally(alerts: readonly KnownAlert[], field: string): Map<string | number, number> {
  const counts = new Map<string | number, number>()
  for (const alert of alerts)
    for (const value of valuesOf[field]?.(alert) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * What is wrong with a list of the most frequent values, or nothing. Values with the same count may be in any order, so
 * the list is checked and not compared. An approximate one may deviate by its bound.
 */
export function wrongTop(
  alerts: readonly KnownAlert[],
  field: string,
  top: Summary['top'][string],
): string | undefined {
  const counts = tally(alerts, field)
  const bound = top.is_exact ? 0 : top.error_bound
  if (top.is_exact !== (top.error_bound === 0)) return `${field}: exact with a bound of ${top.error_bound}`
  const listed = new Set(top.values.map(({ value }) => value))
  for (const { value, count } of top.values) {
    const expected = counts.get(value ?? '') ?? 0
    if (count > expected || count < expected - bound) return `${field}: ${value} ${count} for ${expected}`
  }
  const least = top.values.at(-1)?.count ?? 0
  const missed = [...counts].find(([value, count]) => !listed.has(value) && count > least + bound)
  if (missed) return `${field}: ${missed[0]} with ${missed[1]} is not listed, the last has ${least}`
  const sum = top.values.reduce((total, { count }) => total + count, top.others)
  const expected = [...counts.values()].reduce((total, count) => total + count, 0)
  return sum === expected ? undefined : `${field}: ${sum} with the others for ${expected}`
}
