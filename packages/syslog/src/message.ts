import { bodies, type BodyName } from './bodies.ts'
import { headerField, parameterValue } from './header-field.ts'
import { type Facility, prioritiesOf, type SeverityMap } from './priority.ts'

/** The parts of an event that a message contains. */
export interface SyslogEvent {
  /** RFC 3339 in UTC. */
  at: string
  /** The probe that saw the event. */
  hostname: string
  eventType: string
  /** The same each time the event is sent, so that a receiver can drop duplicates. */
  id: string
  /** As given by the detector. */
  severity?: number | undefined
  risk?: number | undefined
  /** The stored document, one line. */
  json: string
}

export interface MessageOptions {
  facility: Facility
  severities: SeverityMap
  /** Maximum message size in bytes, including the header but not the octet count. */
  maxMessageBytes: number
  /** JSON by default. */
  body?: BodyName
}

/** A message with its frame. */
export interface FramedMessage {
  /** Encode as UTF-8. */
  text: string
  /** Length of `text` in bytes. */
  bytes: number
  isTrimmed: boolean
}

/** The minimum size that a receiver must accept (RFC 5425), so the smallest allowed limit. */
export const LEAST_MESSAGE_BYTES = 2_048

/** The private enterprise number for examples (RFC 5612), because the appliance has none of its own. */
const SD_ID = 'watchpost@32473'
const BOM = '\ufeff'
const BOM_BYTES = 3

/**
 * Writes events as RFC 5424 in octet-counted frames (RFC 6587, RFC 5425). A body with non-ASCII characters begins with
 * the byte order mark that the RFC requires. A body that is too long loses whole members, and the structured data says
 * so.
 */
export function createMessageFormat({ facility, severities, maxMessageBytes, body: name = 'json' }: MessageOptions) {
  const body = bodies[name]
  const priorityOf = prioritiesOf(facility, severities)
  const limit = Math.max(maxMessageBytes, LEAST_MESSAGE_BYTES)

  function headOf(event: SyslogEvent, trimmedFrom?: number): string {
    const host = headerField(event.hostname, 255)
    const kind = headerField(event.eventType, 32)
    const risk = event.risk === undefined ? '' : ` risk="${event.risk}"`
    const trimmed = trimmedFrom === undefined ? '' : ` trimmed_from="${trimmedFrom}"`
    // Names and ids are short (253 and 80 characters): the header stays far below the minimum message size.
    const id = parameterValue(event.id.slice(0, 128))
    return `<${priorityOf(event.severity)}>1 ${event.at} ${host} watchpost - ${kind} [${SD_ID} id="${id}"${risk}${trimmed}] `
  }

  return (event: SyslogEvent): FramedMessage => {
    const head = headOf(event)
    const whole = body.write(event)
    // All ASCII, so its length in characters equals its bytes.
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
