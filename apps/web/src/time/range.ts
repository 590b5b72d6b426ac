/** A range as written in the URL: each end is a fixed time or relative to now. */
export interface TimeRange {
  from: string
  to: string
}

/** A range resolved at a certain time, in milliseconds; includes its start, excludes its end. */
export interface Span {
  from: number
  to: number
}

export const usualRange: TimeRange = { from: 'now-24h', to: 'now' }

const unitMs: Record<string, number> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

const relative = /^now(?:-(\d{1,6})([smhdw]))?(?:\/([hd]))?$/
const absolute = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/

/** The range in the URL. An invalid or missing range becomes the default. */
export function readRange(query: URLSearchParams): TimeRange {
  const range = { from: query.get('from') ?? usualRange.from, to: query.get('to') ?? usualRange.to }
  return isRange(range) ? range : usualRange
}

/** Whether both ends are valid and in order. */
export function isRange(range: TimeRange): boolean {
  const span = spanOf(range, Date.UTC(2026, 0, 1, 12))
  return Number.isFinite(span.from) && Number.isFinite(span.to) && (span.from < span.to || isMixed(range))
}

/** Resolves a range at the given time. */
export function spanOf({ from, to }: TimeRange, now: number): Span {
  return { from: instantOf(from, now), to: instantOf(to, now) }
}

/** A range with two fixed ends. */
export function rangeOf({ from, to }: Span): TimeRange {
  return { from: new Date(Math.floor(from)).toISOString(), to: new Date(Math.ceil(to)).toISOString() }
}

/** The previous or next span of the same length. */
export function shifted({ from, to }: Span, by: -1 | 1): Span {
  const length = to - from
  return { from: from + by * length, to: to + by * length }
}

/** Twice as long with the same centre, but not beyond now. */
export function widened({ from, to }: Span, now: number): Span {
  const half = (to - from) / 2
  const end = Math.min(to + half, Math.max(now, to))
  return { from: end - half * 4, to: end }
}

/** The time of one end in milliseconds, or NaN if it is invalid. A time without a zone is UTC. */
function instantOf(text: string, now: number): number {
  const match = relative.exec(text)
  if (match) {
    const [, count = '0', unit = 's', floor] = match
    const instant = now - Number(count) * (unitMs[unit] ?? Number.NaN)
    return floor ? instant - (instant % (unitMs[floor] ?? 1)) : instant
  }
  if (!absolute.test(text)) return Number.NaN
  return Date.parse(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text)
}

/** One end fixed, one relative: whether they are in order depends on the current time. */
function isMixed({ from, to }: TimeRange): boolean {
  return from.startsWith('now') !== to.startsWith('now')
}
