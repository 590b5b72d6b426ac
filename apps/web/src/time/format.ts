/** The time zone in which times are shown. */
export type Clock = 'utc' | 'local'

const zoneOf = { utc: 'UTC', local: undefined } as const

type Form = 'instant' | 'second' | 'row' | 'minute' | 'day' | 'time' | 'year'

const forms: Record<Exclude<Form, 'row'>, Intl.DateTimeFormatOptions> = {
  instant: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  },
  second: { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', year: 'numeric' },
  minute: { month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  day: { month: 'short', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  year: { year: 'numeric' },
}

/** Formatted with the Swedish locale, which uses the ISO order: sortable and unambiguous. */
const isoForms: ReadonlySet<Form> = new Set(['instant', 'second'])

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(form: Exclude<Form, 'row'>, clock: Clock): Intl.DateTimeFormat {
  const key = `${form} ${clock}`
  let format = formats.get(key)
  if (!format) {
    const language = isoForms.has(form) ? 'sv' : 'en-GB'
    format = new Intl.DateTimeFormat(language, { ...forms[form], timeZone: zoneOf[clock], hourCycle: 'h23' })
    formats.set(key, format)
  }
  return format
}

/** Formats a time. */
export function timeText(instant: number | string, form: Form, clock: Clock): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  if (!Number.isFinite(ms)) return String(instant)
  // A table row has no space for the year; the time range shows it.
  if (form === 'row') return formatOf('second', clock).format(ms).slice('2026-'.length)
  const shown = formatOf(form, clock).format(ms)
  return form === 'instant' ? shown.replace(',', '.') : shown
}

/** Formats the times of the first and the last of several events: the day once if it is the same. */
export function periodText(first: string, last: string, clock: Clock): string {
  const [from, to] = [first, last].map((each) => timeText(each, 'row', clock)) as [string, string]
  if (from === to) return to
  const [start, end] = [from, to].map((each) => each.slice(0, 'MM-DD HH:MM'.length)) as [string, string]
  return `${start} – ${start.slice(0, 5) === end.slice(0, 5) ? end.slice(6) : end}`
}

const spans = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** Formats a duration approximately: `3 h`. */
export function lengthText(ms: number): string {
  const [unit, name] = spans.find(([length]) => ms >= length) ?? [1, 'ms']
  return `${Math.round(ms / unit)} ${name}`
}
