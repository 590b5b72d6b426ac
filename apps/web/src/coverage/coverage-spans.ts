import { text } from '../texts/text.ts'
import { type Clock, timeText } from '../time/format.ts'

const dayMs = 86_400_000

interface Times {
  from: string
  to: string
  is_open?: boolean
}

/** From when to when, with the day where it is not that of `at`; of what lasts, since when. */
export function spanText({ from, to, is_open: isOpen = false }: Times, at: string, clock: Clock): string {
  if (isOpen) return text('coverage.since', { from: momentText(from, at, clock) })
  const [begin, end] = [momentText(from, at, clock), momentText(to, from, clock)]
  if (Date.parse(to) - Date.parse(from) < dayMs) return text('coverage.span', { from: begin, to: end })
  return text('coverage.spanOfDays', { from: timeText(from, 'minute', clock), to: timeText(to, 'minute', clock) })
}

/** A time to the minute; with its day unless that is the day of `at`. */
export function momentText(instant: string, at: string, clock: Clock): string {
  const isSameDay = timeText(instant, 'day', clock) === timeText(at, 'day', clock)
  return isSameDay ? timeText(instant, 'time', clock).slice(0, 'hh:mm'.length) : timeText(instant, 'minute', clock)
}
