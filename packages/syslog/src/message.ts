import type { BodyFormat } from './body.ts'
import { jsonBody } from './body-json.ts'
import { headerField, parameterValue } from './header-field.ts'
import { type Facility, prioritiesOf, type SeverityMap } from './priority.ts'

/** What a message says of an event. */
export interface SyslogEvent {
  /** RFC 3339 in UTC. */
  at: string
  /** Of the probe that saw it. */
  hostname: string
  eventType: string
  /** The same for every time that the event is sent: by it a receiver drops what it has already. */
  id: string
  /** As the detector gave it. */
  severity?: number | undefined
  risk?: number | undefined
  /** The stored document, one line. */
  json: string
}

export interface MessageOptions {
  facility: Facility
  severities: SeverityMap
  /** Longest message in bytes, its header included and the count before it not. */
  maxMessageBytes: number
  /** JSON unless given. */
  body?: BodyFormat
}

/** A message in its frame. */
export interface FramedMessage {
  /** To be encoded as UTF-8. */
  text: string
  /** Length of `text` in bytes. */
  bytes: number
  isTrimmed: boolean
}

/** The shortest that a receiver must take (RFC 5425), and so the shortest that a message may be told to be. */
export const LEAST_MESSAGE_BYTES = 2_048

/** The number for private use in examples (RFC 5612): the appliance has none of its own. */
const SD_ID = 'watchpost@32473'
const BOM = '\ufeff'
const BOM_BYTES = 3

/**
 * Writes events as RFC 5424 in octet-counted frames (RFC 6587, RFC 5425). A body with anything beyond ASCII begins with
 * the byte order mark that the RFC demands, one without needs none. A body that is too long loses whole members, and
 * the structured data says so.
 */
export function createMessageFormat({ facility, severities, maxMessageBytes, body = jsonBody }: MessageOptions) {
  const priorityOf = prioritiesOf(facility, severities)
  const limit = Math.max(maxMessageBytes, LEAST_MESSAGE_BYTES)

  function headOf(event: SyslogEvent, trimmedFrom?: number): string {
    const host = headerField(event.hostname, 255)
    const kind = headerField(event.eventType, 32)
    const risk = event.risk === undefined ? '' : ` risk="${event.risk}"`
    const trimmed = trimmedFrom === undefined ? '' : ` trimmed_from="${trimmedFrom}"`
    // Names and ids are short (253 and 80 letters): the head stays far below the least length of a message.
    const id = parameterValue(event.id.slice(0, 128))
    return `<${priorityOf(event.severity)}>1 ${event.at} ${host} watchpost - ${kind} [${SD_ID} id="${id}"${risk}${trimmed}] `
  }

  return (event: SyslogEvent): FramedMessage => {
    const head = headOf(event)
    const whole = body.write(event)
    // As many bytes as letters: all of it is ASCII.
    const bodyBytes = Buffer.byteLength(whole)
    const isAscii = bodyBytes === whole.length
    const bytes = head.length + bodyBytes + (isAscii ? 0 : BOM_BYTES)
    if (bytes <= limit) return frame(head, isAscii ? whole : BOM + whole, bytes, false)

    const shortHead = headOf(event, bodyBytes)
    const short = body.trim(event, limit - shortHead.length - BOM_BYTES)
    const shortBytes = Buffer.byteLength(short)
    const isShortAscii = shortBytes === short.length
    const all = shortHead.length + shortBytes + (isShortAscii ? 0 : BOM_BYTES)
    return frame(shortHead, isShortAscii ? short : BOM + short, all, true)
  }
}
export type MessageFormat = ReturnType<typeof createMessageFormat>

function frame(head: string, body: string, bytes: number, isTrimmed: boolean): FramedMessage {
  const count = `${bytes} `
  return { text: count + head + body, bytes: count.length + bytes, isTrimmed }
}
