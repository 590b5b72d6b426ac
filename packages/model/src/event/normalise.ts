import type { Contribution, Scorer } from '@watchpost/risk'
import { alertFactsOf } from '../alert/alert-facts.ts'
import { alertDescriptionOf, alertNameOf } from '../alert/alert-text.ts'
import { documentId } from '../record/event-identity.ts'
import { detectorOf, type DetectorType, type Family } from '../value/family.ts'
import type { AlertKind } from '../kinds/alert-kind.ts'
import { alertKindOf } from '../kinds/kinds.ts'
import type { LogRecord } from '../record/log-record.ts'
import type { EventTime } from '../time/event-time.ts'
import type { ClockFault } from '../record/time-bounds.ts'
import { instantOf, toInstant } from '../time/timestamp.ts'

/** The fields that the appliance adds to a probe's own record. */
export interface Envelope {
  '@timestamp': string
  timestamp_detected: string
  timestamp_analyzed: string
  timestamp_received: string
  /** The original time from the probe, as text; only on events whose time was replaced by their arrival. */
  timestamp_claimed?: string
  /** Why the time was replaced; only together with `timestamp_claimed`. */
  clock_fault?: ClockFault
  ingest: { stream: string; sequence: number; partition: number; offset: number }
  uuid: string
  type: DetectorType
  severity?: number
  probe: { id: number; fqdn: string }
  /** Only on alerts. */
  alert_view?: AlertView
}

/** What the listings show of an alert, with the contributions to its risk. */
export interface AlertView {
  name: string
  description: string
  /** From 0 to 100: the sum of the contributions. */
  risk: number
  contributions: Contribution[]
  policy_version: number
}

/** Builds the envelope of one event. Pure, so that indexer and exporter build the same document. */
export function envelopeOf(
  event: Record<string, unknown>,
  family: Family,
  { at, correction }: EventTime,
  { identity, fqdn, receivedAt, partition, offset }: LogRecord,
  scorer: Scorer,
): Envelope {
  const kind = alertKindOf(event.event_type)
  const severity = severityOf(kind, event)
  const type = detectorOf(family)
  return {
    '@timestamp': at,
    timestamp_detected: at,
    timestamp_analyzed: toInstant(event.timestamp_analyzed) ?? at,
    timestamp_received: instantOf(receivedAt),
    ...(correction && { timestamp_claimed: correction.claimed, clock_fault: correction.fault }),
    ingest: { stream: identity.stream, sequence: identity.sequence, partition, offset },
    uuid: documentId(identity),
    type,
    ...(severity === undefined ? {} : { severity }),
    probe: { id: identity.probeId, fqdn },
    ...(kind?.isAlert(event) ? { alert_view: alertViewOf(kind, event, scorer, type, severity) } : {}),
  }
}

function alertViewOf(
  kind: AlertKind,
  event: Record<string, unknown>,
  { version, score }: Scorer,
  type: DetectorType,
  severity: number | undefined,
): AlertView {
  const { risk, contributions } = score(alertFactsOf(event, type, severity))
  const name = alertNameOf(kind, event)
  return { name, description: alertDescriptionOf(kind, event), risk, contributions, policy_version: version }
}

/** As the detector reports it: 1 is worst, 3 is mild, 0 is harmless. Events without a verdict have none. */
function severityOf(kind: AlertKind | undefined, event: Record<string, unknown>): number | undefined {
  const severity = kind ? kind.severityOf(event) : event.severity
  return Number.isInteger(severity) ? (severity as number) : undefined
}
