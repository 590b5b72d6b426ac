import { type CalendarTime, readCalendarTime } from './calendar-time.ts'
import type { Interval } from './interval.ts'

/** A text without date math: a calendar time, or the milliseconds that a number covers. */
export type Anchor = CalendarTime | Interval

/** One of the engine's formats. */
interface DateForm {
  example: string
  read(text: string): Anchor | undefined
}

/** The format of every date field, and the default for values. */
const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis'

const iso: DateForm = { example: '2026-11-14T09:12:33Z', read: readCalendarTime }
/** Does not accept a zone directly after the hour. */
const lenient: DateForm = { ...iso, read: (text) => (/T\d\d[Z+-]/.test(text) ? undefined : readCalendarTime(text)) }
const millis = epoch(1, '1794700000000')
const day = shaped('2026-11-14')
const instant = shaped('2026-11-14T09:12:33.000Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}(?:Z|[+-]\d\d:?\d\d)$/)

/** A format and the forms that it tries in order. */
const FORMATS: ReadonlyMap<string, readonly DateForm[]> = new Map([
  [DEFAULT_FORMAT, [iso, millis]],
  ['strict_date_optional_time', [iso]],
  ['date_optional_time', [lenient]],
  ['epoch_millis', [millis]],
  ['epoch_second', [epoch(1_000, '1794700000')]],
  ['strict_date', [day]],
  ['date', [day]],
  ['date_time', [instant]],
  ['strict_date_time', [instant]],
  ['date_hour', [shaped('2026-11-14T09')]],
  ['date_hour_minute', [shaped('2026-11-14T09:12')]],
  ['date_hour_minute_second', [shaped('2026-11-14T09:12:33')]],
  ['yyyy', [shaped('2026')]],
  ['yyyy-MM', [shaped('2026-11')]],
  ['yyyy-MM-dd', [day]],
  ['yyyy-MM-dd HH:mm', [shaped('2026-11-14 09:12')]],
  ['yyyy-MM-dd HH:mm:ss', [shaped('2026-11-14 09:12:33')]],
  ['HH:mm', [shaped('09:12')]],
  ['HH:mm:ss', [shaped('09:12:33')]],
])

/** Parses a text without date math in a format of the engine. */
export function readInFormat(text: string, format = DEFAULT_FORMAT): Anchor | undefined {
  for (const form of FORMATS.get(format) ?? []) {
    const anchor = form.read(text)
    if (anchor) return anchor
  }
  return undefined
}

/** An example of a format. */
export function exampleOf(format = DEFAULT_FORMAT): string {
  return FORMATS.get(format)?.[0]?.example ?? iso.example
}

/** Whether an anchor was a number of milliseconds or seconds. */
export function isCounted(anchor: Anchor): anchor is Interval {
  return 'from' in anchor
}

function epoch(unitMs: number, example: string): DateForm {
  return {
    example,
    read(text) {
      if (!/^-?\d{1,40}$/.test(text)) return undefined
      const from = Number(text) * unitMs
      return { from, to: from + unitMs - 1 }
    },
  }
}

/** A form whose texts have the shape of the example; a time of day is on the first day of 1970. */
function shaped(example: string, shape = new RegExp(`^${example.replaceAll(/\d/g, String.raw`\d`)}$`)): DateForm {
  const before = /^\d\d:/.test(example) ? '1970-01-01T' : ''
  return { example, read: (text) => (shape.test(text) ? readCalendarTime(before + text.replace(' ', 'T')) : undefined) }
}
