import { ProblemError } from './problem-error.ts'

/** The body of an answer, and the values of its headers. */
export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
  /** The id of this request in the log of the appliance. */
  requestId: string | undefined
  /** For a listing: the total number of matches, exact or a lower bound. */
  total: { value: number; isExact: boolean } | undefined
  /** For a listing: the URL of the next page, if there is one. */
  next: string | undefined
  /** For resources that can change: the version, for the header `if-match`. */
  etag: string | undefined
  /** Events that were received but are not searchable yet, if known. */
  lag: number | undefined
  /** Events that probes numbered but that never arrived, if known. */
  gaps: number | undefined
}

/** Reads an answer completely. Throws unless it is a success. */
export async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const { status, headers } = response
  const text = await response.text()
  if (!response.ok) throw new ProblemError(response, text)
  return {
    status,
    body: bodyOf(response, text) as Body,
    headers,
    requestId: headers.get('request-id') ?? undefined,
    total: totalIn(headers),
    next: nextIn(headers.get('link')),
    etag: headers.get('etag') ?? undefined,
    lag: numberIn(headers.get('watchpost-lag')),
    gaps: numberIn(headers.get('watchpost-gaps')),
  }
}

function bodyOf(response: Response, text: string): unknown {
  if (text === '') return undefined
  if (!response.headers.get('content-type')?.startsWith('application/json')) return text
  try {
    return JSON.parse(text)
  } catch {
    // A broken connection or a proxy in between: not an answer of the API.
    throw new ProblemError(response, text)
  }
}

function totalIn(headers: Headers): Answer<unknown>['total'] {
  const value = numberIn(headers.get('total-count'))
  return value === undefined ? undefined : { value, isExact: headers.get('total-count-relation') !== 'gte' }
}

function nextIn(link: string | null): string | undefined {
  return link?.match(/<([^>]*)>;\s*rel="?next"?/)?.[1]
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
