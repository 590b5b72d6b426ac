import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import type { Stack } from '../../../stack/stack.ts'
import { authorityOf } from '../stage.ts'
import { bytesOf, packed } from './bytes.ts'
import type { Cast } from './cast.ts'
import type { AttackAnswer } from './judge.ts'
import type { RequestRow } from './table.ts'

export type SendRequest = ReturnType<typeof createSender>['send']

const TIMEOUT_MS = 20_000

/** Sends table rows, on kept connections where that makes no difference. */
export function createSender({ state, folder }: Stack, cast: Cast, apiPort = state.config.apiPort) {
  const ca = authorityOf({ state, folder } as Stack)
  const common = { keepAlive: true, maxSockets: 1, ca }
  const kept = new Agent(common)
  const probe = new Agent({ ...common, cert: cast.probe.certPem, key: cast.probe.keyPem })
  let strangers = 0

  function agentFor({ as }: RequestRow): { agent: Agent; localAddress?: string } {
    if (as === 'probe') return { agent: probe }
    if (as !== 'stranger') return { agent: kept }
    // Use a new IP address each time: attempts per address and minute are limited.
    strangers += 1
    return { agent: new Agent({ keepAlive: false, ca }), localAddress: `127.0.40.${strangers}` }
  }

  function send(row: RequestRow): Promise<AttackAnswer> {
    const stream = randomBytes(16).toString('hex')
    const filled = (text: string) =>
      text.replaceAll(/\{\{([\w-]+)\}\}/g, (_, name) => valueOf({ ...cast.values, stream }, name))
    const body = row.isBodyless ? undefined : bodyOf(row, filled)
    const headers = headersOf(row, cast.headers[row.as ?? 'nobody'], body !== undefined, filled)
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port: row.port === 'gateway' ? state.config.gatewayPort : apiPort,
      method: row.method ?? 'GET',
      path: filled(bytesOf(row.path ?? '/').toString()),
      timeout: TIMEOUT_MS,
      headers,
      ...agentFor(row),
    }
    return attempt(options, body, 1)
  }

  return {
    send,
    close(): void {
      kept.destroy()
      probe.destroy()
    },
  }
}

/** The server may close a kept connection just as it is used: such a request is sent again. */
function attempt(
  options: Parameters<typeof request>[1],
  body: Buffer | undefined,
  retries: number,
): Promise<AttackAnswer> {
  return new Promise((resolve) => {
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      const end = () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      incoming.on('end', end).on('error', end)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket && retries > 0) resolve(attempt(options, body, retries - 1))
      else resolve({ status: 0, headers: {}, text: error.message })
    })
    outgoing.end(body)
  })
}

function bodyOf({ body, text, encode }: RequestRow, filled: (text: string) => string): Buffer | undefined {
  if (text !== undefined) return encode ? packed(bytesOf(text), encode) : bytesOf(text)
  return body === undefined ? undefined : Buffer.from(filled(JSON.stringify(body)))
}

function headersOf(
  row: RequestRow,
  credential: Record<string, string>,
  hasBody: boolean,
  filled: (text: string) => string,
): Record<string, string> {
  const type = hasBody ? { 'content-type': 'application/json' } : {}
  const encoding = row.encode ? { 'content-encoding': row.encode } : {}
  const all = Object.entries({ ...type, ...encoding, ...credential, ...row.headers })
  return Object.fromEntries(all.filter(([, value]) => value !== '').map(([name, value]) => [name, filled(value)]))
}

/** Escaped for use inside a JSON text. */
function valueOf(values: Record<string, string>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`nothing is known by the name ${name}`)
  return JSON.stringify(value).slice(1, -1)
}
