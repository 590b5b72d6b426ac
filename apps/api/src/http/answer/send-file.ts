import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a file can be packed. */
export type Encoding = 'br' | 'gzip'

/** A file that is held in memory, with its packed forms. */
export interface SentFile {
  type: string
  etag: string
  /** Its name changes with its content, so that clients may cache it for good. */
  isImmutable: boolean
  bytes: Buffer
  packed: ReadonlyMap<Encoding, Buffer>
}

const forEver = 'public, max-age=31536000, immutable'

/** Answers with a file, packed as the caller takes it, or with 304 when the caller has it already. */
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

/** The encodings that a caller takes, the smaller first. */
function accepted(header: string | string[] | undefined): Encoding[] {
  const given = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).filter((each) => given.includes(each))
}
