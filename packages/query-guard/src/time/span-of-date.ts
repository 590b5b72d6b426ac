import type { Scalar } from '../value.ts'
import { type CalendarTime, utcOf } from './calendar-time.ts'
import { readDateExpression } from './date-expression.ts'
import { isCounted } from './date-format.ts'
import { EVERYTHING, hull, type Interval } from './interval.ts'
import { offsetOf } from './time-zone.ts'

/** The context of a time: the clock, and the options of its query. */
export interface DateContext {
  now: number
  format?: string | undefined
  zone?: string | undefined
}

/** The engine's clock may differ from ours: bounds relative to `now` are widened by this much. */
const CLOCK_SKEW_MS = 60_000
const HOUR_MS = 3_600_000
/** The range of JavaScript dates, less some years: beyond it nothing is certain. */
const FURTHEST_MS = 8.5e15
/** The extreme offsets from UTC. */
const EXTREME_OFFSETS = [-12 * HOUR_MS, 14 * HOUR_MS] as const

/**
 * The earliest and latest instant that a time in a query can mean, in milliseconds. May be too wide: a missing part or
 * a rounding widens both ends, whichever the engine uses for this bound.
 */
export function spanOfDate(value: Scalar, { now, format, zone }: DateContext): Interval {
  const expression = readDateExpression(String(value), format)
  if (!expression) return EVERYTHING
  const { anchor, math } = expression
  if (anchor === 'now') return inZone(zone, (offset) => apply({ from: now, to: now }, math, offset), CLOCK_SKEW_MS)
  if (isCounted(anchor)) return shifted(anchor, zone)
  if (!anchor.zone) return inZone(zone, (offset) => apply(spanOfTime(anchor, offset), math, offset), 0)
  // The text's own zone determines the instant; days and months are counted in the zone of the query.
  const start = inZone(anchor.zone, (offset) => spanOfTime(anchor, offset), 0)
  return math ? inZone(zone, (offset) => apply(start, math, offset), 0) : start
}

/** The engine shifts even a number of milliseconds by the zone: the intended time may be either. */
function shifted(span: Interval, zone: string | undefined): Interval {
  const offset = offsetOf(zone)
  const offsets = offset === undefined ? EXTREME_OFFSETS : [offset]
  return offsets.map((each) => ({ from: span.from - each, to: span.to - each })).reduce(hull, span)
}

/** Evaluates in one zone. The offset of a named zone depends on the time, so both extremes are used. */
function inZone(zone: string | undefined, read: (offset: number) => Interval, skew: number): Interval {
  const offset = offsetOf(zone)
  const pad = offset === undefined ? skew + 26 * HOUR_MS : skew
  const span = offset === undefined ? EXTREME_OFFSETS.map(read).reduce(hull) : read(offset)
  return { from: span.from - pad, to: span.to + pad }
}

function spanOfTime({ year, month, day, hour, minute, second, millisecond }: CalendarTime, offset: number): Interval {
  const start = utcOf(year, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0) - offset
  const unit = smallest({ month, day, hour, minute, second, millisecond })
  // Round before adding: the sum would lose the fraction.
  if (unit === undefined) return { from: start + Math.floor(millisecond ?? 0), to: start + Math.ceil(millisecond ?? 0) }
  return { from: start, to: add(start + offset, 1, unit) - 1 - offset }
}

function smallest(given: Omit<CalendarTime, 'year' | 'zone'>): string | undefined {
  if (given.millisecond !== undefined) return undefined
  if (given.second !== undefined) return 's'
  if (given.minute !== undefined) return 'm'
  if (given.hour !== undefined) return 'h'
  if (given.day !== undefined) return 'd'
  return given.month === undefined ? 'y' : 'M'
}

/** Applies date math: each step shifts both ends, and rounding widens them. */
function apply(start: Interval, math: string, offset: number): Interval {
  let { from, to } = start
  for (const [, sign, count, unit, rounding] of math.matchAll(/([+-])(\d+)([a-zA-Z])|\/([a-zA-Z])/g)) {
    if (rounding) {
      from = floor(from + offset, rounding) - offset
      to = add(floor(to + offset, rounding), 1, rounding) - 1 - offset
    } else {
      const steps = (sign === '-' ? -1 : 1) * Number(count)
      from = add(from + offset, steps, unit) - offset
      to = add(to + offset, steps, unit) - offset
    }
    // The engine's range exceeds that of JavaScript dates, so the math may return from beyond.
    if (!(Math.abs(from) <= FURTHEST_MS && Math.abs(to) <= FURTHEST_MS)) return EVERYTHING
  }
  return { from, to }
}

const FIXED_MS: Record<string, number> = { s: 1_000, m: 60_000, h: HOUR_MS, H: HOUR_MS, d: 86_400_000, w: 604_800_000 }

/** Adds units to a time; NaN beyond the range of dates. */
function add(time: number, steps: number, unit = 'y'): number {
  const fixed = FIXED_MS[unit]
  if (fixed !== undefined) return time + steps * fixed
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  if (unit === 'M') date.setUTCMonth(date.getUTCMonth() + steps)
  else date.setUTCFullYear(date.getUTCFullYear() + steps)
  const last = new Date(utcOf(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

function floor(time: number, unit: string): number {
  // Weeks begin on Monday; 1 January 1970 was a Thursday.
  if (unit === 'w') return Math.floor((time - 4 * 86_400_000) / 604_800_000) * 604_800_000 + 4 * 86_400_000
  const fixed = FIXED_MS[unit]
  if (fixed !== undefined) return Math.floor(time / fixed) * fixed
  const date = new Date(time)
  return utcOf(date.getUTCFullYear(), unit === 'M' ? date.getUTCMonth() : 0)
}
