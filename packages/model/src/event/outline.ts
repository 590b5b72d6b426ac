import type { Scorer } from '@watchpost/risk'
import { canonicalAddress } from '../value/address.ts'
import { assemble } from './assemble.ts'
import type { LogRecord } from '../record/log-record.ts'
import { envelopeOf } from './normalise.ts'
import type { DeadLetter } from './outcome.ts'
import { readEvent } from './read-event.ts'
import { textOf } from '../value/read-value.ts'

/** The fields that filters use, and the document for events that match. */
export interface EventOutline {
  id: string
  probeId: number
  fqdn: string
  eventType: string
  at: string
  severity: number | undefined
  /** Only for alerts. */
  risk: number | undefined
  /** Source and destination IP addresses, in canonical form. */
  addresses(): readonly string[]
  /** The stored document, byte for byte as the indexer builds it; built on first use. */
  json(): string
}

/** Record → outline. An event that no filter matches never builds a document. */
export function outline(record: LogRecord, scorer: Scorer): EventOutline | { letter: DeadLetter } {
  const read = readEvent(record)
  if ('letter' in read) return read
  const { event, text, eventType, time, family } = read
  const envelope = envelopeOf(event, family, time, record, scorer)
  let document: string | undefined
  return {
    id: envelope.uuid,
    probeId: record.identity.probeId,
    fqdn: record.fqdn,
    eventType,
    at: time.at,
    severity: envelope.severity,
    risk: envelope.alert_view?.risk,
    addresses: () => [event.src_ip, event.dest_ip].flatMap((each) => addressOf(each) ?? []),
    json: () => (document ??= assemble(text, event, envelope)),
  }
}

function addressOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : canonicalAddress(text)
}
