import { canonicalAddress } from '../value/address.ts'
import { alertGroupOf } from '../alert/alert-group.ts'
import type { Family } from '../value/family.ts'
import type { AlertView, Envelope } from './normalise.ts'
import { integerOf, objectOf, textOf } from '../value/read-value.ts'

/** The status of a new alert. */
const FIRST_STATUS = 'open'
/** Milliseconds since 1970 stay below this until the year 2248. */
const TIME_RANGE = 2 ** 43

/**
 * The entry of an alert for listings: a small document, separate from the event, so that listing alerts does not depend
 * on how much else is stored. It is created from the event and the epoch of its log. A copy of the state that analysts
 * set is added later (ADR 0035); a repeated `create` leaves it unchanged.
 */
export function alertEntryOf(
  event: Record<string, unknown>,
  envelope: Envelope & { alert_view: AlertView },
  family: Family,
  epoch = 0,
): string {
  const { name, description, risk, contributions, policy_version } = envelope.alert_view
  const alert = objectOf(event.alert)
  const { stream: _, sequence: __, ...ingest } = envelope.ingest
  const srcIp = addressOf(event.src_ip)
  const destIp = addressOf(event.dest_ip)
  return JSON.stringify({
    '@timestamp': envelope['@timestamp'],
    timestamp_received: envelope.timestamp_received,
    timestamp_claimed: envelope.timestamp_claimed,
    uuid: envelope.uuid,
    family,
    type: envelope.type,
    event_type: event.event_type,
    severity: envelope.severity,
    name,
    description,
    status: FIRST_STATUS,
    group: alertGroupOf(event, { type: envelope.type, name, srcIp, destIp }),
    risk,
    effective_risk: risk,
    rank: rankOf(risk, envelope['@timestamp']),
    policy_version,
    contributions,
    probe: envelope.probe,
    src_ip: srcIp,
    src_port: integerOf(event.src_port),
    dest_ip: destIp,
    dest_port: integerOf(event.dest_port),
    proto: keywordOf(event.proto),
    state: family === 'malware' ? keywordOf(event.state) : undefined,
    category: family === 'network_events' ? keywordOf(alert.category) : undefined,
    signature_id: family === 'network_events' ? integerOf(alert.signature_id) : undefined,
    flow_id: integerOf(event.flow_id),
    community_id: keywordOf(event.community_id),
    ingest: { epoch, ...ingest },
  })
}

/**
 * Effective risk and time as one number: it sorts by risk and then by time, and few alerts share it, so that the engine
 * can skip nearly all of them. Below 2^53, so that JSON carries it without loss.
 */
export function rankOf(risk: number, at: string): number {
  return risk * TIME_RANGE + Math.min(TIME_RANGE - 1, Math.max(0, Date.parse(at)))
}

function addressOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : canonicalAddress(text)
}

/** Longer than any protocol, category or state. The document keeps the full value. */
function keywordOf(value: unknown): string | undefined {
  return textOf(value)?.slice(0, 256).toWellFormed()
}
