import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings } from './accepted-encodings.ts'

/** Content encodings of files. */
export type Encoding = 'br' | 'gzip'

/** A file in memory, with its compressed versions. */
export interface SentFile {
  type: string
  etag: string
  /** The file's name changes with its content, so clients may cache it forever. */
  isImmutable: boolean
  bytes: Buffer
  packed: ReadonlyMap<Encoding, Buffer>
}

/** Smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip']
const forEver = 'public, max-age=31536000, immutable'

/** Sends a file in an encoding that the caller accepts, or 304 if the caller has it already. */
export function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  const { type, etag, isImmutable, bytes, packed } = file
  reply.header('cache-control', isImmutable ? forEver : 'no-cache')
  reply.header('etag', etag)
  reply.header('vary', 'accept-encoding')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = acceptedEncodings(headers['accept-encoding'], encodings).find((each) => packed.has(each))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? packed.get(encoding) : bytes)
}
