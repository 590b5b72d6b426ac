import type { FieldReference } from '../field-catalog.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import { build, given } from '../query/build-query.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import { readObject, readOptional } from '../shape.ts'
import { EVERYTHING, type Interval, NOTHING } from './interval.ts'
import { spanOfDate } from './span-of-date.ts'
import { offsetOf } from './time-zone.ts'
import { readValue, type Scalar, typedAs } from '../value.ts'

const BOUNDS = { title: 'bounds', keys: ['min', 'max'] }

/** The format and the zone of a histogram: they apply to its bucket keys and to bounds given as text. */
export interface Times {
  format: string | undefined
  zone: string | undefined
}

/** Bounds of a histogram for the engine, and the interval between them. */
interface DateBounds {
  interval: Interval
  hasMin: boolean
  hasMax: boolean
  built: Built
}

/**
 * Reads `hard_bounds` or `extended_bounds` of times. The engine reads a number as milliseconds, whatever the format.
 */
export function readDateBounds(
  reading: Reading,
  path: Path,
  holder: JsonObject,
  key: 'hard_bounds' | 'extended_bounds',
  { field, format, zone }: Times & { field: FieldReference },
): DateBounds | undefined {
  return readOptional(holder, path, key, (here, value) => {
    const object = readObject(reading, here, value, BOUNDS)
    if (!object) return undefined
    const date = typedAs(field.asked, 'date')
    const read = (place: Path, end: Json) =>
      readValue(reading, place, end, date, { format: typeof end === 'string' ? format : 'epoch_millis' })
    const [min, max] = [readOptional(object, here, 'min', read), readOptional(object, here, 'max', read)]
    // A zone shifts two bounds of the same kind equally. For a named zone and a single bound, assume the widest shift.
    const moving = offsetOf(zone) !== undefined || kindOf(min) !== kindOf(max) ? zone : undefined
    const spanOf = (end: Scalar): Interval =>
      typeof end === 'string'
        ? spanOfDate(end, { now: reading.now, format, zone: moving })
        : { from: Number(end), to: Number(end) }
    const from = min === undefined ? undefined : spanOf(min).from
    const to = max === undefined ? undefined : spanOf(max).to
    const open = key === 'hard_bounds' ? EVERYTHING : NOTHING
    if (from !== undefined && to !== undefined && from > to) {
      return reading.refuse('malformed', here, 'min lies after max; write them the other way round.')
    }
    return {
      interval: { from: from ?? open.from, to: to ?? open.to },
      hasMin: min !== undefined,
      hasMax: max !== undefined,
      built: given({
        min: min === undefined ? undefined : build(min),
        max: max === undefined ? undefined : build(max),
      }),
    }
  })
}

/** What a bound depends on: the clock, the calendar of the zone, or only its value. */
function kindOf(end: Scalar | undefined): string {
  if (typeof end !== 'string' || /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(end)) return 'fixed'
  return end.startsWith('now') ? 'clock' : 'calendar'
}
