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
  /** Of an event whose time was set to its arrival. */
  correction?: TimeCorrection
  /** Of an alert: what the listings need of it, to be stored once the event itself is. */
  entry?: EventDocument
}

/** Why an event cannot become a document. Few and fixed: they are labels of a counter. */
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

/** An event that could not be stored, whole, with the reason: it waits among the dead letters. */
export interface DeadLetter {
  record: LogRecord
  reason: DeadReason
  detail: string
}

export type Outcome = { kind: 'ready'; document: EventDocument } | { kind: 'dead'; letter: DeadLetter }
