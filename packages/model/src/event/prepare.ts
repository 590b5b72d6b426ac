import { createScorer, firstPolicy, type Scorer } from '@watchpost/risk'
import { alertEntryOf } from './alert-entry.ts'
import { assemble } from './assemble.ts'
import type { LogRecord } from '../record/log-record.ts'
import { envelopeOf } from './normalise.ts'
import type { EventDocument, Outcome } from './outcome.ts'
import { readEvent } from './read-event.ts'

const firstScorer = createScorer(firstPolicy)

/**
 * Record → document or dead letter. Pure: the same record gives the same bytes in every service. `scorer` belongs to
 * the policy version in the record.
 */
export function prepare(record: LogRecord, scorer: Scorer = firstScorer): Outcome {
  const read = readEvent(record)
  if ('letter' in read) return { kind: 'dead', letter: read.letter }
  const { event, text, time, family } = read

  const envelope = envelopeOf(event, family, time, record, scorer)
  const document: EventDocument = {
    id: envelope.uuid,
    family,
    identity: record.identity,
    json: assemble(text, event, envelope),
    record,
    ...(time.correction && { correction: time.correction }),
  }
  const { alert_view } = envelope
  if (alert_view) {
    const json = alertEntryOf(event, { ...envelope, alert_view }, family, record.epoch)
    document.entry = { ...document, family: 'alerts', json }
  }
  return { kind: 'ready', document }
}
