import { ProblemError } from './problem-error.ts'

/** What an operation answered, and what its headers say. */
export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
  /** The name of this exchange in the log of the appliance. */
  requestId: string | undefined
  /** Of a listing: how many match in all, or how many there are at least. */
  total: { value: number; isExact: boolean } | undefined
  /** Of a listing: the address of the next page, while there is one. */
  next: string | undefined
  /** Of what can change in the meantime: its version, for the header `if-match`. */
  etag: string | undefined
  /** Events that were received and cannot be searched yet, if the appliance knows. */
  lag: number | undefined
  /** Events that probes numbered and that never arrived, if the appliance knows. */
  gaps: number | undefined
}

/** Reads an answer to its end. Anything but success is thrown. */
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
    // A connection that broke in the middle, or someone in between: nothing that the API would send.
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
