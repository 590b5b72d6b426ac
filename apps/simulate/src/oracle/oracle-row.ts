import { hash } from 'node:crypto'
import { documentId } from '@watchpost/model'
import type { WireEvent } from '../generate/wire-event.ts'

/** One acknowledged event: enough to find its document, compare it, and compute the listings it belongs to. */
export interface OracleRow {
  /** `_id` and `uuid` of the document. */
  id: string
  probe: number
  fqdn: string
  seq: number
  /** The index it belongs to. */
  index: 'network_events' | 'malware' | 'code_analysis'
  /** Its `event_type`. */
  kind: string
  /** Its `@timestamp`. */
  time: string
  src?: string
  dst?: string
  proto?: string
  app?: string
  /** `fileinfo.stored`, where true. */
  stored?: true
  /** First 16 hexadecimal digits of the SHA-256 of the line as sent, without its line feed. */
  digest: string
  /** Present if the event is an alert. */
  alert?: OracleAlert
}

export interface OracleAlert {
  type: 'network_engine' | 'malware_engine' | 'code_engine'
  name: string
  severity: number
  category?: string
  state?: string
  /** `scores.analysis` of a script. */
  score?: number
}

export interface Sent {
  probe: number
  fqdn: string
  stream: string
  sequence: number
  event: WireEvent
  line: string
}

/**
 * What the appliance must make of an event. Written from the specification alone, not with the appliance's own steps:
 * an oracle that shares the code it judges agrees with its mistakes.
 */
export function oracleRow({ probe, fqdn, stream, sequence, event, line }: Sent): OracleRow {
  const { fileinfo } = event as { fileinfo?: { stored?: boolean } }
  const alert = alertOf(event)
  return {
    id: documentId({ probeId: probe, stream, sequence }),
    probe,
    fqdn,
    seq: sequence,
    index: indexOf(event.event_type),
    kind: event.event_type,
    time: event.timestamp_detected ?? `${(event.timestamp ?? '').slice(0, 23)}Z`,
    src: event.src_ip,
    dst: event.dest_ip,
    proto: event.proto,
    app: event.app_proto,
    ...(fileinfo?.stored ? { stored: true } : {}),
    digest: hash('sha256', line, 'hex').slice(0, 16),
    ...(alert ? { alert } : {}),
  }
}

function indexOf(kind: string): OracleRow['index'] {
  if (kind === 'malware') return 'malware'
  return kind === 'shellcode' || kind === 'powershell' ? 'code_analysis' : 'network_events'
}

/** What makes the event an alert, and of which detector; nothing if it is none. */
export function alertOf(event: WireEvent): OracleAlert | undefined {
  switch (event.event_type) {
    case 'alert': {
      const { signature, severity, category } = event.alert as { signature: string; severity: number; category: string }
      return { type: 'network_engine', name: signature, severity, category }
    }
    case 'malware': {
      const {
        state,
        detail_threat_found: name,
        severity,
      } = event as WireEvent & Record<string, string> & { severity: number }
      const isAlert = state === 'Infected' || state === 'Suspicious'
      return isAlert ? { type: 'malware_engine', name: String(name), severity, state } : undefined
    }
    case 'shellcode':
    case 'powershell':
      return codeAlert(event)
    default:
      return undefined
  }
}

function codeAlert(event: WireEvent): OracleAlert | undefined {
  const {
    sub_type: name,
    severity,
    state,
    scores,
  } = event as WireEvent & {
    sub_type: string
    severity: number
    state: string
    scores?: { analysis: number }
  }
  if (event.event_type === 'powershell' && severity < 1) return undefined
  return { type: 'code_engine', name, severity, state, ...(scores ? { score: scores.analysis } : {}) }
}
