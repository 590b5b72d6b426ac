import type { Answer, Client } from '@watchpost/sdk'
import type { Page } from './page-window.ts'

type Link<Row> = Answer<Row[]>

/** A listing of the API as pages: the first one, and the one behind a link. */
export function listingOf<Row>(client: Client) {
  return {
    firstOf: (answer: Answer<Row[]>) => ({ ...pageOf(answer), total: answer.total }),
    load: async (link: Link<Row>, signal: AbortSignal) => pageOf(await client.next(link, { signal })),
  }
}

/** The rows are the window's to keep; what leads on needs none of them. */
function pageOf<Row>(answer: Answer<Row[]> | undefined): Page<Row, Link<Row>> {
  if (!answer) return { rows: [], next: undefined }
  return { rows: answer.body, next: answer.next === undefined ? undefined : { ...answer, body: [] } }
}
