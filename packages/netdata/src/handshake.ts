import { StreamTrouble } from './trouble.ts'

/** Sampling interval of the charts. */
export const sampleSeconds = 2

/** The streaming host: a parent identifies it by its GUID and shows its name. */
export interface StreamIdentity {
  key: string
  machineGuid: string
  hostname: string
  /** Seconds between two values of a chart. */
  updateEvery: number
  version: string
}

/** A parent's reply to the request; undefined while it is incomplete. */
export type Reply = 'accepted' | StreamTrouble | undefined

/** Longer than every valid reply; more data is something else. */
const MOST_REPLY_BYTES = 4_096
const ACCEPTED = /^Hit me baby, push them over/

/**
 * The request that turns a connection to a parent into a stream, in version 1 of the protocol: plain text, as Netdata
 * 1.37 accepts it. Every value is encoded, so that none can end the line or add a parameter.
 */
export function streamRequest({ key, machineGuid, hostname, updateEvery, version }: StreamIdentity): string {
  const query = new URLSearchParams({
    key,
    hostname,
    registry_hostname: hostname,
    machine_guid: machineGuid,
    update_every: String(updateEvery),
    os: 'linux',
    timezone: 'Etc/UTC',
    abbrev_timezone: 'UTC',
    utc_offset: '0',
    hops: '1',
    tags: '',
    ver: '1',
    NETDATA_PROTOCOL_VERSION: '1.1',
  })
  return `STREAM ${query.toString()} HTTP/1.1\r\nUser-Agent: watchpost/${encodeURIComponent(version)}\r\nAccept: */*\r\n\r\n`
}

/** Parses the reply received so far. */
export function readReply(text: string): Reply {
  if (ACCEPTED.test(text)) return 'accepted'
  if (text.startsWith("Don't hit me baby")) {
    return new StreamTrouble('already_streaming', 'The parent says that this appliance is the parent itself.')
  }
  // A reply with an HTTP header has its text after it, and the status is enough.
  const status = Number(/^HTTP\/1\.[01] (\d{3})[^\n]*\n/.exec(text)?.[1] ?? 0)
  if (status === 401 || status === 403 || text.startsWith('You are not permitted'))
    return new StreamTrouble('wrong_key')
  if (status === 409 || text.startsWith('This GUID is already streaming')) return new StreamTrouble('already_streaming')
  if (status === 503 || /^The server is (too busy|initializing)/.test(text)) return new StreamTrouble('busy')
  if (status > 0 || text.length > MOST_REPLY_BYTES || !couldBegin(text)) return new StreamTrouble('not_netdata')
  return undefined
}

const beginnings = [
  'Hit me baby, push them over',
  "Don't hit me baby",
  'HTTP/1.',
  'You are not permitted',
  'This GUID is already streaming',
  'The server is ',
]

/** Whether more data may still complete one of the replies. */
function couldBegin(text: string): boolean {
  return beginnings.some((each) => each.startsWith(text) || text.startsWith(each))
}
