import type { Span } from './range.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Bucket lengths that are easy to read on an axis, with their OpenSearch names. */
const intervals = [
  [second, '1s'],
  [5 * second, '5s'],
  [10 * second, '10s'],
  [30 * second, '30s'],
  [minute, '1m'],
  [5 * minute, '5m'],
  [10 * minute, '10m'],
  [30 * minute, '30m'],
  [hour, '1h'],
  [3 * hour, '3h'],
  [6 * hour, '6h'],
  [12 * hour, '12h'],
  [day, '1d'],
  [7 * day, '7d'],
  [30 * day, '30d'],
] as const

export interface Interval {
  ms: number
  /** The value for `fixed_interval`. */
  name: (typeof intervals)[number][1]
}

const mostBuckets = 100

/** The shortest interval that gives a chart at most a hundred bars. */
export function intervalFor({ from, to }: Span): Interval {
  const [ms, name] = intervals.find(([length]) => (to - from) / length <= mostBuckets) ?? [30 * day, '30d']
  return { ms, name }
}

/** The start of every bucket that overlaps the span. */
export function bucketStarts({ from, to }: Span, { ms }: Interval): number[] {
  const first = from - (((from % ms) + ms) % ms)
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / ms)) }, (_, index) => first + index * ms)
}
