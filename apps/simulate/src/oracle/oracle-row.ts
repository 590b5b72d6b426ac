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
  /** The severity given by the author of the signature: `alert.metadata.signature_severity`. */
  grade?: string
  /** Numbers of analysers that found a threat, that suspect one, and of all that checked. */
  analysers?: [infected: number, suspicious: number, all: number]
  /** Probability that a script is obfuscated. */
  obfuscated?: number
  /** Whether shellcode ran under emulation. */
  ran?: boolean
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
 * The expected document of an event. Written from the specification alone, without code of the appliance: an oracle
 * that shares the code under test would repeat its mistakes.
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

/** Why the event is an alert, and of which detector; undefined if it is not one. */
export function alertOf(event: WireEvent): OracleAlert | undefined {
  switch (event.event_type) {
    case 'alert': {
      const { signature, severity, category, metadata } = event.alert as {
        signature: string
        severity: number
        category: string
        metadata?: { signature_severity?: string[] }
      }
      const [grade] = metadata?.signature_severity ?? []
      return { type: 'network_engine', name: signature, severity, category, ...(grade ? { grade } : {}) }
    }
    case 'malware': {
      const {
        state,
        detail_threat_found: name,
        severity,
      } = event as WireEvent & Record<string, string> & { severity: number }
      const isAlert = state === 'Infected' || state === 'Suspicious'
      return isAlert
        ? { type: 'malware_engine', name: String(name), severity, state, analysers: analysersOf(event) }
        : undefined
    }
    case 'shellcode':
    case 'powershell':
      return codeAlert(event)
    default:
      return undefined
  }
}

function analysersOf(event: WireEvent): [number, number, number] {
  const {
    analyzed_infected: infected,
    analyzed_suspicious: suspicious,
    analyzers_up: all,
  } = event as WireEvent & Record<'analyzed_infected' | 'analyzed_suspicious' | 'analyzers_up', number>
  return [infected, suspicious, all]
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
    scores?: { analysis: number; proba_obfuscated: number }
  }
  if (event.event_type === 'powershell' && severity < 1) return undefined
  const { calls } = event as { calls?: unknown[] }
  return {
    type: 'code_engine',
    name,
    severity,
    state,
    ...(scores ? { score: scores.analysis, obfuscated: scores.proba_obfuscated } : {}),
    ...(calls ? { ran: calls.length > 0 } : {}),
  }
}
