import type { ProofApi } from '../../search/proof-api.ts'

/** Calls the API over plain HTTP as an administrator: the measurement covers the listing, not TLS. */
export type PlainAsk = (path: string) => Promise<{ link: string; rows: Record<string, unknown>[] }>

export async function createPlainAsk(api: ProofApi): Promise<PlainAsk> {
  const login = await fetch(`${api.plainUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(api.credentials),
  })
  const { token } = (await login.json()) as { token: string }
  return async (path) => {
    const response = await fetch(api.plainUrl + path, { headers: { 'api-key': token } })
    const rows = (await response.json()) as Record<string, unknown>[]
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(rows)}`)
    const [, link = ''] = /^<([^>]+)>/.exec(response.headers.get('link') ?? '') ?? []
    return { link, rows }
  }
}

/** Queries the engine directly. */
export async function askEngine(url: string, index: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

/**
 * The engine keeps the counts of an index that lies within the time range of a question, also for other ranges, until
 * the index changes.
 */
export async function forgetAnswers(url: string, index: string): Promise<void> {
  const response = await fetch(`${url}/${index}/_cache/clear?request=true`, { method: 'POST' })
  if (response.status !== 200) throw new Error(await response.text())
}
