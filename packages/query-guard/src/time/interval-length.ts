import type { Json, JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'

/** The minimum length of each calendar unit, so that no span contains more of them than estimated. */
const CALENDAR_MS: ReadonlyMap<string, number> = new Map([
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 82_800_000],
  ['week', 601_200_000],
  ['month', 2_415_600_000],
  ['quarter', 7_772_400_000],
  ['year', 31_532_400_000],
])
const SHORT: ReadonlyMap<string, string> = new Map([
  ['1s', 'second'],
  ['1m', 'minute'],
  ['1h', 'hour'],
  ['1d', 'day'],
  ['1w', 'week'],
  ['1M', 'month'],
  ['1q', 'quarter'],
  ['1y', 'year'],
])
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])
const FIXED = /^(\d{1,10})(ms|s|m|h|d)$/
const KEYS = ['calendar_interval', 'fixed_interval', 'interval'] as const

/** The width of a time bucket for the engine, and its minimum in milliseconds. */
export interface IntervalLength {
  built: Built
  milliseconds: number
}

/**
 * Reads `calendar_interval` or `fixed_interval`. The deprecated `interval` is mapped to one of them as the engine does.
 */
export function readIntervalLength(reading: Reading, path: Path, object: JsonObject): IntervalLength | undefined {
  const given = KEYS.filter((key) => object[key] !== undefined)
  const [key, second] = given
  if (key === undefined || second !== undefined) {
    return reading.refuse('malformed', path, 'Write one of "calendar_interval" ("day") and "fixed_interval" ("6h").')
  }
  const value = object[key]
  const here = at(path, key)
  const text = typeof value === 'string' ? value : ''
  const unit = SHORT.get(text) ?? text
  const calendar = CALENDAR_MS.get(unit)
  if (key !== 'fixed_interval' && calendar !== undefined) {
    return { built: { calendar_interval: unit }, milliseconds: calendar }
  }
  if (key === 'calendar_interval') {
    return reading.refuse('malformed', here, 'Write one calendar unit, from "minute" to "year", or a fixed_interval.')
  }
  const milliseconds = durationOf(text)
  if (milliseconds === undefined || milliseconds === 0) {
    return reading.refuse('malformed', here, 'Write a length such as "30s", "5m", "6h" or "2d".')
  }
  if (milliseconds < LIMITS.intervalMs) {
    const detail = `Buckets of ${text} are too many to hold; write "1s" or more.`
    const excess = { estimate: milliseconds, budget: LIMITS.intervalMs }
    return reading.refuse('too-expensive', here, detail, excess)
  }
  return { built: { fixed_interval: text }, milliseconds }
}

/** The milliseconds of a duration, for example `90m`. */
export function durationOf(value: Json): number | undefined {
  const parts = typeof value === 'string' ? FIXED.exec(value) : undefined
  return parts ? Number(parts[1]) * (UNIT_MS.get(parts[2] ?? '') ?? 0) : undefined
}
