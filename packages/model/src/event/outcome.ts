import type { EventIdentity } from '../record/event-identity.ts'
import type { StoredFamily } from '../value/family.ts'
import type { LogRecord } from '../record/log-record.ts'
import type { TimeCorrection } from '../time/event-time.ts'

/** A document ready to be stored. `json` is one line. */
export interface EventDocument {
  id: string
  family: StoredFamily
  identity: EventIdentity
  json: string
  record: LogRecord
  /** Set if the time of the event was replaced by its arrival. */
  correction?: TimeCorrection
  /** The listing entry of an alert, to be stored after the event itself. */
  entry?: EventDocument
}

/** Why an event cannot become a document. A small fixed set, because they are labels of a counter. */
export const deadReasons = [
  'not-utf8',
  'not-json',
  'not-an-object',
  'too-deep',
  'too-large',
  'no-event-type',
  'no-timestamp',
  'refused-by-engine',
] as const
export type DeadReason = (typeof deadReasons)[number]

/** A rejected event, complete, with the reason: it waits in the dead-letter queue. */
export interface DeadLetter {
  record: LogRecord
  reason: DeadReason
  detail: string
}

export type Outcome = { kind: 'ready'; document: EventDocument } | { kind: 'dead'; letter: DeadLetter }
