import { promisify } from 'node:util'
import { gunzip, gunzipSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { errorCode } from '@watchpost/runtime'
import { isStream } from '@watchpost/model'
import { limits } from './limits.ts'
import { Refusal } from './refusal.ts'

export interface Batch {
  stream: string
  firstSequence: number
  /** One event each, as the probe wrote it. */
  lines: Buffer[]
}

export interface BatchHeaders {
  'watchpost-stream'?: string | string[] | undefined
  'watchpost-first-sequence'?: string | string[] | undefined
  'content-encoding'?: string | undefined
}

const decompress = {
  zstd: { elsewhere: promisify(zstdDecompress), here: zstdDecompressSync },
  gzip: { elsewhere: promisify(gunzip), here: gunzipSync },
}
/** Decompressing this much takes 20 µs; handing it to another thread and back takes four times that. */
const SMALL_BYTES = 4 * 1024
/** A body that grows beyond this is treated as large, so that it does not block the event loop. */
const SMALL_PLAIN_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** Decides when a body that may become large is decompressed; may throw a Refusal instead. */
export type InTurn = (unpack: () => Promise<Buffer>) => Promise<Buffer>

/**
 * Turns headers and body of a request into numbered lines. The events themselves are not parsed. The body is undefined
 * when the request has none.
 */
export async function readBatch(
  headers: BatchHeaders,
  body: Buffer | undefined,
  inTurn: InTurn = (unpack) => unpack(),
): Promise<Batch> {
  if (!Buffer.isBuffer(body)) {
    throw new Refusal('batch-invalid', 'The body is missing. Send events as application/x-ndjson, one on each line.')
  }
  const stream = headers['watchpost-stream']
  if (typeof stream !== 'string' || !isStream(stream)) {
    throw new Refusal('batch-invalid', 'Watchpost-Stream is the stream as 32 hexadecimal digits in lower case.')
  }
  const first = headers['watchpost-first-sequence']
  const firstSequence = typeof first === 'string' && /^\d{1,15}$/.test(first) ? Number(first) : -1
  if (firstSequence < 0) {
    throw new Refusal('batch-invalid', 'Watchpost-First-Sequence is the number of the first event, counted from 0.')
  }
  const lines = splitLines(await plain(body, headers['content-encoding'] ?? 'identity', inTurn))
  if (lines.length === 0) throw new Refusal('batch-invalid', 'The batch holds no event.')
  return { stream, firstSequence, lines }
}

async function plain(body: Buffer, encoding: string, inTurn: InTurn): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding !== 'zstd' && encoding !== 'gzip') {
    throw new Refusal('encoding-unsupported', 'Content-Encoding is zstd, gzip or identity.')
  }
  const { elsewhere, here } = decompress[encoding]
  try {
    const small =
      body.length <= SMALL_BYTES ? orTooLarge(() => here(body, { maxOutputLength: SMALL_PLAIN_BYTES })) : null
    return small ?? (await inTurn(() => elsewhere(body, { maxOutputLength: limits.batchBytes })))
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isTooLarge(error)) {
      throw new Refusal('batch-too-large', `A batch is at most ${limits.batchBytes} bytes after decompression.`)
    }
    throw new Refusal('batch-invalid', `The body is not ${encoding}.`, { cause: error })
  }
}

/** Null when the result exceeds the limit. */
function orTooLarge(decompressed: () => Buffer): Buffer | null {
  try {
    return decompressed()
  } catch (error) {
    if (isTooLarge(error)) return null
    throw error
  }
}

function isTooLarge(error: unknown): boolean {
  return errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
}

function splitLines(body: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(NEWLINE, start)
    const stop = end === -1 ? body.length : end
    lines.push(body.subarray(start, stop))
    if (lines.length > limits.batchEvents) {
      throw new Refusal('batch-too-large', `A batch is at most ${limits.batchEvents} events.`)
    }
    start = stop + 1
  }
  return lines
}
