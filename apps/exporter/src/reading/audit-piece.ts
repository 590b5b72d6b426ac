import type { EventOutline } from '@watchpost/model'
import type { TrailRow } from '@watchpost/store'
import type { Piece } from './chunk.ts'
import { AUDIT } from './position.ts'

/** An entry that a row of the audit vouches for, as the store writes it. */
export interface AuditLine {
  batch: number
  position: number
  line: string
}

/** In the words of detectors, so that the severities of an export hold for the audit too. */
const REFUSED = 2
const CHANGED = 3

/** A row of the audit as exports send it. What follows our fields is the line that its hash covers, letter by letter. */
export function rowPiece({ id, line, hash, collected }: TrailRow, hostname: string): Piece {
  const { at } = JSON.parse(line) as { at: string }
  const kind = collected ? 'collect' : 'change'
  const severity = collected ? undefined : CHANGED
  return pieceOf(id, { id: `audit-${id}`, at, severity, fqdn: hostname }, { kind, hash: hash.toString('hex') }, line)
}

/** An entry that the row vouches for: that someone looked at something, or was refused. */
export function entryPiece({ position, line }: AuditLine, rowId: number, hostname: string): Piece {
  const { at, result } = JSON.parse(line) as { at: string; result: string }
  const severity = result === 'ok' ? undefined : REFUSED
  return pieceOf(rowId, { id: `audit-${rowId}-${position}`, at, severity, fqdn: hostname }, { kind: 'access' }, line)
}

type Head = Pick<EventOutline, 'id' | 'at' | 'severity' | 'fqdn'>

function pieceOf(rowId: number, head: Head, more: object, line: string): Piece {
  const { id, at } = head
  const outline: EventOutline = {
    ...head,
    probeId: 0,
    eventType: 'audit',
    risk: undefined,
    addresses: () => [],
    json: () =>
      `${JSON.stringify({ '@timestamp': at, uuid: id, event_type: 'audit', ...more }).slice(0, -1)},${line.slice(1)}`,
  }
  return {
    record: {
      identity: { probeId: 0, stream: 'audit', sequence: rowId },
      receivedAt: Date.parse(at),
      partition: AUDIT,
      offset: rowId,
    },
    isRepeat: false,
    look: () => outline,
    release: () => undefined,
  }
}
