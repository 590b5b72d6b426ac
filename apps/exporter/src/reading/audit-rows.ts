import type { OnExpired } from '@watchpost/log'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreRetryable, type TrailRow } from '@watchpost/store'
import { type AuditLine, entryPiece, rowPiece } from './audit-piece.ts'
import type { Chunk, Piece } from './chunk.ts'
import { createPassed } from './passed.ts'
import { AUDIT, nextRow } from './position.ts'
import type { ReadingPlace } from './stretches.ts'

export interface AuditPorts {
  /** Number of the newest row. It may be a second old. */
  lastId(): number | undefined
  /** The next rows, by number. */
  rows(afterId: number, limit: number): Promise<TrailRow[]>
  /** The entries that rows cover, by batch and position. */
  lines(batches: readonly number[]): Promise<AuditLine[]>
  /** The hostname under which receivers know the appliance. */
  hostname: string
}

const ROWS = 500
/** A chunk ends after the row that reaches this many entries, since all of them are in memory. */
const ENTRIES = 2_000
const LOOK_MS = 100
const AWAY_MS = 1_000

/**
 * Reads the audit in chunks from an export's position, by number, each row after the entries that it covers. While the
 * database is unreachable it waits; reading the log continues.
 */
export async function* auditRows(
  ports: AuditPorts,
  place: Pick<ReadingPlace, 'position' | 'auditFrom'>,
  onExpired: OnExpired,
  stop: AbortSignal,
): AsyncGenerator<Chunk> {
  while (!stop.aborted) {
    const from = place.auditFrom()
    const next = from === undefined ? undefined : nextRow(place.position(), from)
    if (next === undefined || next > (ports.lastId() ?? 0)) {
      await pause(LOOK_MS, stop)
      continue
    }
    const read = await readFrom(ports, next).catch((error: unknown) => {
      if (!isStoreRetryable(error)) throw error
      return undefined
    })
    const last = read?.rows.at(-1)
    if (!read || !last) {
      await pause(AWAY_MS, stop)
      continue
    }
    // Row numbers have no gaps: missing rows were archived or deleted.
    const missing = last.id + 1 - next - read.rows.length
    if (missing > 0) onExpired(AUDIT, missing)
    yield {
      before: new Map([[AUDIT, next]]),
      after: new Map([[AUDIT, last.id + 1]]),
      pieces: piecesOf(read, ports.hostname),
      passed: createPassed(),
      bytes: 0,
    }
  }
}

interface Read {
  rows: TrailRow[]
  entries: AuditLine[]
}

async function readFrom({ rows: readRows, lines }: AuditPorts, next: number): Promise<Read> {
  const rows: TrailRow[] = []
  let count = 0
  for (const row of await readRows(next - 1, ROWS)) {
    rows.push(row)
    count += row.collected?.count ?? 0
    if (count >= ENTRIES) break
  }
  const batches = rows.flatMap(({ collected }) => (collected && collected.count > 0 ? [collected.batch] : []))
  return { rows, entries: batches.length > 0 ? await lines(batches) : [] }
}

function piecesOf({ rows, entries }: Read, hostname: string): Piece[] {
  const byBatch = Map.groupBy(entries, ({ batch }) => batch)
  return rows.flatMap((row) => [
    ...(byBatch.get(row.collected?.batch ?? 0) ?? []).map((entry) => entryPiece(entry, row.id, hostname)),
    rowPiece(row, hostname),
  ])
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
