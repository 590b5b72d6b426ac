/** A stretch of numbers or of milliseconds, both ends included; infinite where there is no bound, and empty when `from` lies after `to`. */
export interface Interval {
  from: number
  to: number
}

/** No bound at all. */
export const EVERYTHING: Interval = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** No value at all. */
export const NOTHING: Interval = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

/** What lies in both. */
export function meet(one: Interval, other: Interval): Interval {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}

/** The least interval that holds both. */
export function hull(one: Interval, other: Interval): Interval {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}

/** Whether both ends are bound. */
export function isBounded({ from, to }: Interval): boolean {
  return Number.isFinite(from) && Number.isFinite(to)
}
