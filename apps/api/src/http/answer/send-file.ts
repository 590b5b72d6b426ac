import type { FastifyReply, FastifyRequest } from 'fastify'

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

const forEver = 'public, max-age=31536000, immutable'

/** Sends a file in an encoding that the caller accepts, or 304 if the caller has it already. */
export function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  const { type, etag, isImmutable, bytes, packed } = file
  reply.header('cache-control', isImmutable ? forEver : 'no-cache')
  reply.header('etag', etag)
  reply.header('vary', 'accept-encoding')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = accepted(headers['accept-encoding']).find((each) => packed.has(each))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? packed.get(encoding) : bytes)
}

/** The encodings that a caller accepts, smallest first. */
function accepted(header: string | string[] | undefined): Encoding[] {
  const given = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).filter((each) => given.includes(each))
}
