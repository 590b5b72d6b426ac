import { createHash } from 'node:crypto'

/** The hash before the first row of the chain. */
export const GENESIS = Buffer.alloc(32)

/** A row of the chain. */
export interface ChainRow {
  id: number
  /** The row without its hash, as one line of JSON in canonical form. */
  line: string
  hash: Buffer
  /** The batch that the row covers, if it stands for collected entries. */
  collected: Collected | null
}

/** Entries that were collected for a second and are covered by one row. */
export interface Collected {
  batch: number
  count: number
  /** Hash over the entries' lines, hexadecimal. */
  root: string
}

/** The end of a chain. */
export interface ChainEnd {
  lastId: number
  hash: Buffer
}

/** SHA-256 over the previous row's hash and the row's own line. */
export function nextHash(previous: Uint8Array, line: string): Buffer {
  return createHash('sha256').update(previous).update(line, 'utf8').digest()
}

/** SHA-256 over the lines of the entries, separated by line feeds; hexadecimal. */
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
