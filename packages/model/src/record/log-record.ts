import type { EventIdentity } from './event-identity.ts'
import type { TimeBounds } from './time-bounds.ts'

/** One event in the log: the probe's own bytes, and what was decided on arrival. */
export interface LogRecord {
  identity: EventIdentity
  /** Name of the probe when the event was accepted. */
  fqdn: string
  /** Version of the risk policy when the event was accepted: every service that builds its document scores with it. */
  policyVersion: number
  /** Milliseconds since the epoch at which the gateway accepted the event. */
  receivedAt: number
  /** The bounds in force when the event was accepted; omitted by versions without bounds. */
  timeBounds?: TimeBounds
  /** The log that it was read from; omitted if it was not read from one. */
  epoch?: number
  partition: number
  offset: number
  /** The line as the probe sent it, not parsed by the gateway. */
  payload: Buffer
  /** How often it was retried from the dead-letter queue; omitted if it comes directly from a probe. */
  retries?: number
}

/** What all events of a batch have in common. */
export type RecordHeader = Pick<LogRecord, 'fqdn' | 'policyVersion' | 'timeBounds'>

/** The name of a record's only header: its fields are separated by tabs, and new ones are appended. */
export const RECORD_HEADER = 'watchpost'
const HEADER_VERSION = '1'

/**
 * The record's key identifies the event, so that every reader of the log can detect a duplicate without parsing the
 * payload.
 */
export function recordKey({ probeId, stream, sequence }: EventIdentity): string {
  return `${probeId}/${stream}/${sequence}`
}

/** Includes the arrival time: the broker stamps records with its own time, which decides their retention. */
export function recordHeader({
  fqdn,
  policyVersion,
  receivedAt,
  timeBounds,
}: Pick<LogRecord, 'fqdn' | 'policyVersion' | 'receivedAt' | 'timeBounds'>): string {
  const bounds = timeBounds ? [timeBounds.aheadMinutes, timeBounds.oldestDays] : []
  return [HEADER_VERSION, fqdn, policyVersion, receivedAt, ...bounds].join('\t')
}

/** The contents of key and header of a record. */
export interface ReadRecord extends Pick<LogRecord, 'identity' | 'fqdn' | 'policyVersion' | 'timeBounds'> {
  /** Omitted by earlier versions: their records have it as their timestamp. */
  receivedAt?: number
}

/** Parses key and header of a record. All of ours have this form, because only our gateway writes them. */
export function readRecord(key: string, header: string): ReadRecord | undefined {
  const [probeId, stream, sequence] = key.split('/')
  // A record without a policy version was written before there was a second one.
  const [version, fqdn, policyVersion = '1', receivedAt, aheadMinutes, oldestDays] = header.split('\t')
  if (version !== HEADER_VERSION || !fqdn || !stream || !sequence) return undefined
  return {
    identity: { probeId: Number(probeId), stream, sequence: Number(sequence) },
    fqdn,
    policyVersion: Number(policyVersion),
    ...(receivedAt && { receivedAt: Number(receivedAt) }),
    ...(aheadMinutes &&
      oldestDays && { timeBounds: { aheadMinutes: Number(aheadMinutes), oldestDays: Number(oldestDays) } }),
  }
}
