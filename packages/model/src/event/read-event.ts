import { decode } from './decode.ts'
import type { Family } from '../value/family.ts'
import { familyOf } from '../kinds/kinds.ts'
import type { LogRecord } from '../record/log-record.ts'
import type { DeadLetter, DeadReason } from './outcome.ts'
import { type EventTime, eventTimeOf } from '../time/event-time.ts'

/** No detector has a longer kind; longer ones would only bloat the counters. */
const MAX_EVENT_TYPE = 64

/** A record whose payload is an event: its contents, and what decides where it goes. */
export interface ReadEvent {
  record: LogRecord
  event: Record<string, unknown>
  /** The payload as text. */
  text: string
  eventType: string
  time: EventTime
  family: Family
}

/** Record → event, or the dead letter that it becomes. */
export function readEvent(record: LogRecord): ReadEvent | { letter: DeadLetter } {
  const dead = (reason: DeadReason, detail: string) => ({ letter: { record, reason, detail } })

  const decoded = decode(record.payload)
  if (!decoded.ok) return dead(decoded.reason, decoded.detail)
  const { event, text } = decoded

  const eventType = event.event_type
  if (typeof eventType !== 'string' || eventType === '' || eventType.length > MAX_EVENT_TYPE) {
    return dead('no-event-type', 'The record has no event_type that is a short string.')
  }
  const time = eventTimeOf(event, record)
  if (!time) return dead('no-timestamp', 'The record has no timestamp in ISO 8601.')
  return { record, event, text, eventType, time, family: familyOf(eventType) }
}
