import { createScorer, firstPolicy, type Scorer } from '@watchpost/risk'
import { alertEntryOf } from './alert-entry.ts'
import { assemble } from './assemble.ts'
import { decode } from './decode.ts'
import { documentId } from './event-identity.ts'
import { familyOf } from './family.ts'
import type { LogRecord } from './log-record.ts'
import { envelopeOf, happenedAt } from './normalise.ts'
import type { DeadReason, EventDocument, Outcome } from './outcome.ts'

/** Longer kinds are no kind of any detector; they would only bloat the counters. */
const MAX_EVENT_TYPE = 64

const firstScorer = createScorer(firstPolicy)

/**
 * Record → document or dead letter. Pure: the same record gives the same bytes in every role. `scorer` is that of the
 * policy version which the record names.
 */
export function prepare(record: LogRecord, scorer: Scorer = firstScorer): Outcome {
  const dead = (reason: DeadReason, detail: string): Outcome => ({ kind: 'dead', letter: { record, reason, detail } })

  const decoded = decode(record.payload)
  if (!decoded.ok) return dead(decoded.reason, decoded.detail)
  const { event, text } = decoded

  const eventType = event.event_type
  if (typeof eventType !== 'string' || eventType === '' || eventType.length > MAX_EVENT_TYPE) {
    return dead('no-event-type', 'The record has no event_type that is a short string.')
  }
  const at = happenedAt(event)
  if (!at) return dead('no-timestamp', 'The record has no timestamp in ISO 8601.')

  const family = familyOf(eventType)
  const envelope = envelopeOf(event, family, at, record, scorer)
  const document: EventDocument = {
    id: documentId(record.identity),
    family,
    identity: record.identity,
    json: assemble(text, event, envelope),
    record,
  }
  const { alert_view } = envelope
  if (alert_view) {
    const json = alertEntryOf(event, { ...envelope, alert_view }, family)
    document.entry = { ...document, family: 'alerts', json }
  }
  return { kind: 'ready', document }
}
