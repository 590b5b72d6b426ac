import { readFileSync } from 'node:fs'
import type { Stack } from '../../stack/stack.ts'
import { type HttpsAnswer, httpsCall, type HttpsCall } from './https-call.ts'

export type Administrator = Awaited<ReturnType<typeof signIn>>

/** The ports of the API instances. */
export function apiPorts({ state }: Stack): number[] {
  const count = Number(/^api=(\d)$/.exec(state.copies.find((each) => each.startsWith('api=')) ?? '')?.[1] ?? 1)
  return Array.from({ length: count }, (_, index) => state.config.apiPort + index * 100)
}

export function credentialsOf({ folder }: Stack): { username: string; password: string } {
  return JSON.parse(readFileSync(folder.admin, 'utf8')) as { username: string; password: string }
}

/** Signs in as the first administrator; returns a function that calls any API instance with that token. */
export async function signIn(stack: Stack) {
  const ca = readFileSync(stack.folder.ca, 'utf8')
  const [first = 0] = apiPorts(stack)
  const login = await httpsCall({
    port: first,
    ca,
    method: 'POST',
    path: '/api/auth/login',
    body: credentialsOf(stack),
  })
  if (login.status !== 200) throw new Error(`the administrator cannot log in: ${login.status} ${login.text}`)
  const { token } = JSON.parse(login.text) as { token: string }

  const call = (method: string, path: string, body?: unknown, more: Partial<HttpsCall> = {}): Promise<HttpsAnswer> =>
    httpsCall({ port: first, ca, method, path, body, ...more, headers: { 'api-key': token, ...more.headers } })
  return { ca, token, call }
}
