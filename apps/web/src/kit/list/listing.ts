import type { Answer, Client } from '@watchpost/sdk'
import type { Page } from './page-window.ts'

type Link<Row> = Answer<Row[]>

/** Reads an API listing page by page: the first page, then each page by its link. */
export function listingOf<Row>(client: Client) {
  return {
    firstOf: (answer: Answer<Row[]>) => ({ ...pageOf(answer), total: answer.total }),
    load: async (link: Link<Row>, signal: AbortSignal) => pageOf(await client.next(link, { signal })),
  }
}

/** Removes the rows from the link: the page window keeps them, and following the link does not need them. */
function pageOf<Row>(answer: Answer<Row[]> | undefined): Page<Row, Link<Row>> {
  if (!answer) return { rows: [], next: undefined }
  return { rows: answer.body, next: answer.next === undefined ? undefined : { ...answer, body: [] } }
}
