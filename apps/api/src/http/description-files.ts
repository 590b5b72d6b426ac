import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { SentFile } from './answer/send-file.ts'

/** Compresses to a sixth in a few hundredths of a second. */
const BROTLI_QUALITY = 6

export type DescriptionFormat = 'json' | 'yaml'

/** The API description as files. Created on first use, because it cannot change while the server runs. */
export function createDescriptionFiles(app: Pick<FastifyInstance, 'swagger'>) {
  const files = new Map<DescriptionFormat, SentFile>()
  return (format: DescriptionFormat): SentFile => {
    const file = files.get(format) ?? fileOf(app, format)
    files.set(format, file)
    return file
  }
}

function fileOf(app: Pick<FastifyInstance, 'swagger'>, format: DescriptionFormat): SentFile {
  const text = format === 'json' ? JSON.stringify(app.swagger()) : app.swagger({ yaml: true })
  const bytes = Buffer.from(text)
  return {
    type: format === 'json' ? 'application/json; charset=utf-8' : 'application/x-yaml; charset=utf-8',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: false,
    bytes,
    packed: new Map([
      ['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })],
      ['gzip', gzipSync(bytes)],
    ]),
  }
}
