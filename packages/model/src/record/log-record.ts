import type { EventIdentity } from './event-identity.ts'
import type { TimeBounds } from './time-bounds.ts'

/** One event as the log holds it: the probe's own bytes, and with them what was decided on arrival. */
export interface LogRecord {
  identity: EventIdentity
  /** Name of the probe when the event was accepted. */
  fqdn: string
  /** Version of the risk policy when the event was accepted: every role that builds its document scores by it. */
  policyVersion: number
  /** Milliseconds since the epoch at which the gateway accepted the event. */
  receivedAt: number
  /** The bounds in force when the event was accepted; left out by versions that had none. */
  timeBounds?: TimeBounds
  /** Which log it was read from; left out by what was not read from one. */
  epoch?: number
  partition: number
  offset: number
  /** The line as the probe sent it, not looked at by the gateway. */
  payload: Buffer
  /** How often it was put back from the dead letters; left out for what comes straight from a probe. */
  retries?: number
}

/** What the gateway knows of all events of a batch. */
export type RecordHeader = Pick<LogRecord, 'fqdn' | 'policyVersion' | 'timeBounds'>

/** The name of the one header of a record: its fields are separated by tabs, and new ones are added at the end. */
export const RECORD_HEADER = 'watchpost'
const HEADER_VERSION = '1'

/** The record's key names the event, so that every reader of the log can tell a repeat without parsing the payload. */
export function recordKey({ probeId, stream, sequence }: EventIdentity): string {
  return `${probeId}/${stream}/${sequence}`
}

/** With the time of arrival: the broker stamps records with its own time, by which it forgets them. */
export function recordHeader({
  fqdn,
  policyVersion,
  receivedAt,
  timeBounds,
}: Pick<LogRecord, 'fqdn' | 'policyVersion' | 'receivedAt' | 'timeBounds'>): string {
  const bounds = timeBounds ? [timeBounds.aheadMinutes, timeBounds.oldestDays] : []
  return [HEADER_VERSION, fqdn, policyVersion, receivedAt, ...bounds].join('\t')
}

/** What key and header of a record say. */
export interface ReadRecord extends Pick<LogRecord, 'identity' | 'fqdn' | 'policyVersion' | 'timeBounds'> {
  /** Left out by earlier versions: their records have it as their timestamp. */
  receivedAt?: number
}

/** Reads key and header of a record back. Nothing of ours has another form: the writer is our own gateway. */
export function readRecord(key: string, header: string): ReadRecord | undefined {
  const [probeId, stream, sequence] = key.split('/')
  // A record without a version of the policy was written before there was a second one.
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
