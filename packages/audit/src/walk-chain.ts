import { type ChainEnd, type ChainRow, nextHash } from './chain.ts'
import { type EntryReader, verifyEntries } from './verify-entries.ts'

/** Reports an altered position, with its row if known. */
export type Tell = (id: number | null, says: string) => void

export interface ChainReader extends EntryReader {
  /** The next rows of the chain, by number. */
  rows(afterId: number, limit: number): Promise<ChainRow[]>
}

export interface WalkOptions {
  tell: Tell
  /** Called for each row after it was linked to the previous one. */
  onRow?(row: ChainRow): Promise<void>
  onPage?(rows: number): void
  mostRows?: number
  /** Ends with the row that reaches this number of covered entries; a single row may cover two thousand. */
  mostEntries?: number
}

const PAGE = 5_000

/** Follows the chain row by row from a known hash, with the entries that the rows cover. Continues after a break. */
export async function walkChain(
  source: ChainReader,
  start: ChainEnd,
  { tell, onRow, onPage, mostRows = Number.POSITIVE_INFINITY, mostEntries = Number.POSITIVE_INFINITY }: WalkOptions,
): Promise<{ end: ChainEnd; rows: number; entries: number }> {
  let end: ChainEnd = start
  let rows = 0
  let entries = 0
  while (rows < mostRows && entries < mostEntries) {
    const read = await source.rows(end.lastId, Math.min(PAGE, mostRows - rows))
    if (read.length === 0) break
    const page = upTo(read, mostEntries - entries)
    for (const row of page) {
      link(end, row, tell)
      await onRow?.(row)
      end = { lastId: row.id, hash: row.hash }
    }
    entries += await verifyEntries(source, page, tell)
    rows += page.length
    onPage?.(rows)
  }
  return { end, rows, entries }
}

/** The first rows, up to the one that reaches this number of covered entries. */
function upTo(rows: ChainRow[], mostEntries: number): ChainRow[] {
  let entries = 0
  const last = rows.findIndex(({ collected }) => (entries += collected?.count ?? 0) >= mostEntries)
  return last < 0 ? rows : rows.slice(0, last + 1)
}

/** Row numbers have no gap, and each hash covers the row and the previous hash. */
function link(previous: ChainEnd, { id, line, hash }: ChainRow, tell: Tell): void {
  if (id !== previous.lastId + 1) {
    // The previous row is missing: only the next one can be linked again.
    tell(previous.lastId + 1, wordsForMissing(previous.lastId + 1, id - 1))
    return
  }
  if (!nextHash(previous.hash, line).equals(hash)) {
    tell(id, `row ${id} is not what was written, or does not follow the row before it`)
  }
}

export function wordsForMissing(first: number, last: number): string {
  return first === last ? `row ${first} is missing` : `rows ${first} to ${last} are missing`
}
