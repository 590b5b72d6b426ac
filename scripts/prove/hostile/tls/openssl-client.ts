import { spawn } from 'node:child_process'
import { waitUntil } from '@watchpost/servers'
import { endWithUs } from '../../probes/agents/end-with-us.ts'
import type { TlsCase } from './tls-cases.ts'

const WITHIN_MS = 10_000
const RENEGOTIATED_WITHIN_MS = 2_000

/** Whether `openssl s_client` gets a connection, or a second handshake on it. */
export type TlsOutcome = 'accepted' | 'refused' | `unclear: ${string}`

/** Tries one case on a port. */
export async function tryTls(port: number, { args, isRenegotiation = false }: TlsCase): Promise<TlsOutcome> {
  const child = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...args])
  endWithUs(child)
  let text = ''
  let hasEnded = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => (hasEnded = true))
  const timer = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)

  await waitUntil(() => hasEnded || readHandshake(text) !== undefined, { withinMs: WITHIN_MS })
  if (isRenegotiation && readHandshake(text) === 'accepted') {
    child.stdin.write('R\n')
    await waitUntil(() => hasEnded || readRenegotiation(text) === 'accepted', { withinMs: RENEGOTIATED_WITHIN_MS })
  }
  child.stdin.end()
  await ended
  clearTimeout(timer)
  return isRenegotiation ? readRenegotiation(text) : (readHandshake(text) ?? unclear(text))
}

/** Reads the result from the client's output once the handshake is over. */
export function readHandshake(text: string): 'accepted' | 'refused' | undefined {
  const [, cipher] = /^New, \S+, Cipher is (\S+)/m.exec(text) ?? []
  if (cipher === undefined) return undefined
  return cipher === '(NONE)' ? 'refused' : 'accepted'
}

/** A second handshake prints the certificate again. A refused one closes the connection or has no effect. */
export function readRenegotiation(text: string): TlsOutcome {
  const [before = '', after] = text.split('RENEGOTIATING')
  if (readHandshake(before) !== 'accepted' || after === undefined) return unclear(text)
  return /^verify (return|error):/m.test(after) ? 'accepted' : 'refused'
}

function unclear(text: string): TlsOutcome {
  return `unclear: ${text.trim().split('\n').at(-1) ?? ''}`
}
