import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { urlToHttpOptions } from 'node:url'
import { exchange } from '../harness/http-exchange.ts'

export interface Answered<T> {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: T
}

export type Asker = ReturnType<typeof createAsker>

/** Calls any API instance with the token of one login. Paths are sent unchanged, including `//api`. */
export function createAsker(stackFolder: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca: readFileSync(join(stackFolder, 'ca.pem')) })
  let token = ''

  async function ask<T>(base: string, path: string, body?: unknown): Promise<Answered<T>> {
    const url = urlToHttpOptions(new URL(base + path))
    const options = { ...url, agent, timeout: 70_000 }
    const { status, headers, text } = await exchange(
      body === undefined
        ? { ...options, headers: { 'api-key': token } }
        : {
            ...options,
            method: 'POST',
            headers: { 'content-type': 'application/json', 'api-key': token },
            body: JSON.stringify(body),
          },
    )
    return { status, headers, body: (text === '' ? undefined : JSON.parse(text)) as T }
  }

  return {
    ask,
    /** The answer as received, for a caller that accepts this encoding. */
    raw: (base: string, path: string, encoding: string) =>
      exchange({
        ...urlToHttpOptions(new URL(base + path)),
        agent,
        headers: { 'api-key': token, 'accept-encoding': encoding },
        timeout: 70_000,
      }),
    async login(base: string): Promise<void> {
      const credentials = JSON.parse(readFileSync(join(stackFolder, 'admin.json'), 'utf8')) as object
      const { status, body } = await ask<{ token: string }>(base, '/api/auth/login', credentials)
      if (status !== 200) throw new Error(`no login: ${status}`)
      token = body.token
    },
    /** All rows of a listing, page by page. */
    async all<T>(base: string, path: string): Promise<T[]> {
      const rows: T[] = []
      for (let next: string | undefined = path; next; ) {
        const answer: Answered<T[]> = await ask<T[]>(base, next)
        if (answer.status !== 200) throw new Error(`${next}: ${answer.status} ${JSON.stringify(answer.body)}`)
        rows.push(...answer.body)
        next = nextOf(answer)
      }
      return rows
    },
    close: () => agent.destroy(),
  }
}

/** The link to the next page of a listing. */
export function nextOf({ headers }: Pick<Answered<unknown>, 'headers'>): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
}
