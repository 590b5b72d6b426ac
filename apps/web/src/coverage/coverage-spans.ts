import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'

interface Times {
  from: string
  to: string
  is_open?: boolean
}

/** Formats a span, with the date where it differs from that of `at`. An open span ends now. */
export function spanText({ from, to, is_open: isOpen = false }: Times, at: string, clock: Clock): string {
  if (isOpen) return text('coverage.untilNow', { from: momentText(from, at, clock) })
  const ends = { from: momentText(from, at, clock), to: momentText(to, from, clock) }
  return text(isSameDay(from, to, clock) ? 'coverage.span' : 'coverage.spanOfDays', ends)
}

/** Formats a time to the minute, with the date where it differs from that of `at`. */
export function momentText(instant: string, at: string, clock: Clock): string {
  if (!isSameDay(instant, at, clock)) return timeText(instant, 'minute', clock)
  return timeText(instant, 'time', clock).slice(0, 'hh:mm'.length)
}

function isSameDay(one: string, other: string, clock: Clock): boolean {
  return timeText(one, 'day', clock) === timeText(other, 'day', clock)
}
