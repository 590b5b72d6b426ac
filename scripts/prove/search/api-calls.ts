import { urlToHttpOptions } from 'node:url'
import { exchange } from '../harness/http-exchange.ts'
import type { ProofApi } from './proof-api.ts'

/** Makes API keys for this many callers. */
export async function makeKeys({ plainUrl, credentials }: ProofApi, count: number, name = 'proof'): Promise<string[]> {
  const login = await post(plainUrl, '/api/auth/login', credentials)
  const { token } = JSON.parse(login.text) as { token: string }
  const keys: string[] = []
  for (let turn = 1; turn <= count; turn++) {
    const body = { name: `${name} ${turn}`, scopes: ['search'] }
    const { status, text } = await post(plainUrl, '/api/auth/keys', body, { 'api-key': token })
    if (status !== 201) throw new Error(`no key: ${status} ${text}`)
    keys.push((JSON.parse(text) as { key: string }).key)
  }
  return keys
}

interface Posted {
  status: number
  text: string
  retryAfter?: string | undefined
}

/** Sends a body as JSON. */
export async function post(
  origin: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const answer = await exchange({
    ...urlToHttpOptions(new URL(path, origin)),
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: answer.text, retryAfter: answer.headers['retry-after'] }
}
