import { text } from '../texts/text.ts'
import { type Clock, lengthText, timeText } from './format.ts'
import { spanOf, type TimeRange } from './range.ts'

/** The preset ranges with their names. */
export const offeredRanges = [
  { from: 'now-15m', to: 'now', name: text('time.last15m') },
  { from: 'now-1h', to: 'now', name: text('time.last1h') },
  { from: 'now-6h', to: 'now', name: text('time.last6h') },
  { from: 'now-24h', to: 'now', name: text('time.last24h') },
  { from: 'now-2d', to: 'now', name: text('time.last2d') },
  { from: 'now-7d', to: 'now', name: text('time.last7d') },
  { from: 'now-30d', to: 'now', name: text('time.last30d') },
  { from: 'now/d', to: 'now', name: text('time.today') },
  { from: 'now-1d/d', to: 'now/d', name: text('time.yesterday') },
] as const

/** A short description of a range. */
export function rangeText(range: TimeRange, clock: Clock, now = Date.now()): string {
  const offered = offeredRanges.find(({ from, to }) => from === range.from && to === range.to)
  if (offered) return offered.name
  if (range.to === 'now' && /^now-\d+\w$/.test(range.from)) {
    return text('time.last', { length: lengthText(-spanOf(range, 0).from) })
  }
  const { from, to } = range
  return `${endText(from, clock, now)} – ${isWithinDay(range, clock) ? hourText(to, clock) : endText(to, clock, now)}`
}

/** Whether both ends are times on the same day. */
function isWithinDay({ from, to }: TimeRange, clock: Clock): boolean {
  if (from.startsWith('now') || to.startsWith('now')) return false
  return timeText(from, 'day', clock) === timeText(to, 'day', clock)
}

function hourText(end: string, clock: Clock): string {
  return timeText(end, 'time', clock).slice(0, 'hh:mm'.length)
}

/** Includes the year unless it is the current one. */
function endText(end: string, clock: Clock, now: number): string {
  if (end.startsWith('now')) return end
  const minute = timeText(end, 'minute', clock)
  const year = timeText(end, 'year', clock)
  return year === timeText(now, 'year', clock) ? minute : minute.replace(',', ` ${year},`)
}
