import type { EventOutline } from '@watchpost/model'
import type { TrailRow } from '@watchpost/store'
import type { Piece } from './chunk.ts'
import { AUDIT } from './position.ts'

/** An audit entry that is covered by a row, as stored. */
export interface AuditLine {
  batch: number
  position: number
  line: string
}

/** A severity on the scale of detectors, so that the severity mapping of an export applies to the audit too. */
const REFUSED = 2
const CHANGED = 3

/**
 * Turns an audit row into the form that exports send. Our fields are followed by the exact line that the hash covers.
 */
export function rowPiece({ id, line, hash, collected }: TrailRow, hostname: string): Piece {
  const { at } = JSON.parse(line) as { at: string }
  const kind = collected ? 'collect' : 'change'
  const severity = collected ? undefined : CHANGED
  return pieceOf(id, { id: `audit-${id}`, at, severity, fqdn: hostname }, { kind, hash: hash.toString('hex') }, line)
}

/** An entry that the row covers: a read access or a refused request. */
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
