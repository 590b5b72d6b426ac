import { createHash } from 'node:crypto'

/** What stands before the first row of the chain. */
export const GENESIS = Buffer.alloc(32)

/** A row as the chain sees it. */
export interface ChainRow {
  id: number
  /** The row as one line of JSON, always written the same way: all of it but the hash. */
  line: string
  hash: Buffer
  /** What the row vouches for, when it stands for entries that were collected. */
  collected: Collected | null
}

/** Entries that were collected for a second and are vouched for by one row. */
export interface Collected {
  batch: number
  count: number
  /** Of the entries' lines, hexadecimal. */
  root: string
}

/** Where a chain has come to. */
export interface ChainEnd {
  lastId: number
  hash: Buffer
}

/** SHA-256 over the hash of the row before and the row's own line. */
export function nextHash(previous: Uint8Array, line: string): Buffer {
  return createHash('sha256').update(previous).update(line, 'utf8').digest()
}

/** SHA-256 over the lines of the entries, with a line feed between them; hexadecimal. */
export function rootOf(lines: Iterable<string>): string {
  const hash = createHash('sha256')
  let isFirst = true
  for (const line of lines) {
    if (!isFirst) hash.update('\n')
    hash.update(line, 'utf8')
    isFirst = false
  }
  return hash.digest('hex')
}
