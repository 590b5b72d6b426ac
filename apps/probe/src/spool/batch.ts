import { createHash } from 'node:crypto'
import { isNumber, isText, objectOf, readState } from '../disk/state-file.ts'
import { isPlace, type Place } from '../follow/place.ts'

/** Lines that were read together and have no sequences yet. */
export interface Draft {
  /** The lines with their line feeds, compressed with zstd. */
  body: Buffer
  count: number
  from: Place
  to: Place
  /** SHA-256 of the last line, as the gateway reports it. */
  lastDigest: string
  readAt: number
}

/** A batch in the spool: its lines have sequences, and that is stored. */
export interface Batch extends Omit<Draft, 'body'> {
  /** Counts batches, across all streams. */
  serial: number
  stream: string
  first: number
  /** Number of lines ever read, including this batch. */
  total: number
  bodyBytes: number
  bodyDigest: string
}

const isBatch = objectOf<Batch>({
  serial: isNumber,
  stream: isText,
  first: isNumber,
  count: isNumber,
  from: isPlace,
  to: isPlace,
  lastDigest: isText,
  readAt: isNumber,
  total: isNumber,
  bodyBytes: isNumber,
  bodyDigest: isText,
})

/** The file format of a batch: one line with a digest of the rest, then the body. */
export function encodeBatch(batch: Batch, body: Buffer): Buffer[] {
  const header = JSON.stringify(batch)
  return [Buffer.from(`${sha256(header)} ${header}\n`), body]
}

/** Parses the file. `header` is set when that part is intact, `body` when the whole file is. */
export function decodeBatch(bytes: Buffer): { header?: Batch; body?: Buffer } {
  const end = bytes.indexOf(0x0a)
  if (end === -1) return {}
  const line = bytes.toString('utf8', 0, end)
  const json = line.slice(65)
  if (line.slice(0, 64) !== sha256(json)) return {}
  const header = readState(json, isBatch)
  if (!header) return {}
  const body = bytes.subarray(end + 1)
  const isWhole = body.length === header.bodyBytes && sha256(body) === header.bodyDigest
  return isWhole ? { header, body } : { header }
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The sequence after the last line of a batch. */
export function endOf({ first, count }: Pick<Batch, 'first' | 'count'>): number {
  return first + count
}
