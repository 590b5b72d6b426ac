import { readFileSync } from 'node:fs'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import { credentialsOf } from '../../accounts/administrator.ts'
import { httpsCall } from '../../accounts/https-call.ts'

export type Reader = Awaited<ReturnType<typeof createReader>>

/** A reader of the interactive documentation, signed in as the first administrator. */
export async function createReader({ stack, api }: ProofStack) {
  const port = stack.state.config.apiPort
  const ca = readFileSync(stack.folder.ca, 'utf8')
  /** The last response of each operation or step: later steps use it. */
  let last: Record<string, unknown> = {}
  let token = ''

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const authorized = { ...(token && { 'api-key': token }), ...headers }
    const { status, text } = await httpsCall({ port, ca, method, path, body, headers: authorized })
    const json = parse(text)
    last = json
    return { status, text, json, code: typeof json.type === 'string' ? json.type.replace(/^.*\//, '') : '' }
  }

  /** Signs another account in; the reader keeps its own token. */
  async function logIn(person: { username: string; password: string }): Promise<string> {
    const { status, json, text } = await send('POST', '/api/auth/login', person)
    if (status !== 200) throw new Error(`${person.username} cannot log in: ${status} ${text}`)
    return String(json.token)
  }

  async function becomeAdministrator(): Promise<void> {
    token = await logIn(credentialsOf(stack))
  }

  await becomeAdministrator()
  return {
    stack,
    api,
    send,
    logIn,
    becomeAdministrator,
    last: () => last,
    /** Switches to a new token. */
    use(next: string): void {
      token = next
    },
    close: () => api.close(),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
