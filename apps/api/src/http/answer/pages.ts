import type { FastifyReply } from 'fastify'

/** Rows of a listing in pages. */
export interface Page<Row> {
  rows: Row[]
  /** The URL of the next page. */
  next?: string
}

/** The first `limit` of the rows that were found; one more than that shows that there is a next page. */
export function pageOf<Found, Row>(
  found: readonly Found[],
  limit: number,
  { view, nextAfter }: { view(each: Found): Row; nextAfter(last: Found): string },
): Page<Row> {
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { rows: shown.map(view), ...(last !== undefined && { next: nextAfter(last) }) }
}

/** Names the next page in the header `Link`. */
export function linkNext(reply: FastifyReply, next: string | undefined): void {
  if (next) reply.header('link', `<${next}>; rel="next"`)
}

export function sendPage<Row>(reply: FastifyReply, { rows, next }: Page<Row>): FastifyReply {
  linkNext(reply, next)
  return reply.send(rows)
}
