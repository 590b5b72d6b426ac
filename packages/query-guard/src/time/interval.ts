/**
 * An interval of numbers or milliseconds, both ends inclusive; infinite if unbounded, and empty if `from` is after
 * `to`.
 */
export interface Interval {
  from: number
  to: number
}

/** No bound at all. */
export const EVERYTHING: Interval = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** No value at all. */
export const NOTHING: Interval = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

/** The intersection of both. */
export function meet(one: Interval, other: Interval): Interval {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}

/** The smallest interval that contains both. */
export function hull(one: Interval, other: Interval): Interval {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}

/** Whether both ends are finite. */
export function isBounded({ from, to }: Interval): boolean {
  return Number.isFinite(from) && Number.isFinite(to)
}
