import { Agent, request, type RequestOptions } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { LogConfig } from '@watchpost/log'
import { createLogger, loadConfig } from '@watchpost/runtime'
import { createAccountStore, type Store, type StoreConfig } from '@watchpost/store'
import { testOrigin, type testSecrets } from '@watchpost/testkit/test-secrets'
import { composeApi } from '../src/compose.ts'
import { SearchConfig } from '../src/events/search-config.ts'
import { aSender, type PlayedAnswer, type SentSearch } from './a-sender.ts'
import { emptyAnswer } from './an-api.ts'

export type TestSecrets = Awaited<ReturnType<typeof testSecrets>>

export interface RunningApiOptions {
  store: StoreConfig
  secrets: TestSecrets
  engine?: (search: SentSearch) => Promise<PlayedAnswer> | PlayedAnswer
}

/** The API on a free port, over a real database and a fake engine. */
export async function aRunningApi({ store, secrets, engine }: RunningApiOptions) {
  const api = await composeApi(
    {
      host: '127.0.0.1',
      port: 0,
      maxConnections: 1_000,
      proxyNetworks: [],
      proxyMode: 'proxy-v2',
      egress: { networks: [] },
      gateway: { port: 8_444 },
      isPlainHttp: false,
      uiDir: '',
      supervisor: 'http://127.0.0.1:1',
      securityContact: 'mailto:security@watchpost.example',
      search: loadConfig(SearchConfig, {}),
      requestsPerMinute: 1_000_000,
      graceMs: 5_000,
      logLevel: 'silent',
      secrets: secrets.config,
      audit: {},
      store,
      log: loadConfig(LogConfig, { WATCHPOST_LOG_BROKERS: '127.0.0.1:1' }),
      engine: {
        nodes: ['http://127.0.0.1:1'],
        prefix: '',
        shards: 1,
        replicas: 0,
        refreshSeconds: 1,
        codec: 'default',
        requestTimeoutMs: 1_000,
      },
      internal: { host: '127.0.0.1', port: 0 },
      tracing: { eventsOneIn: 10_000, requestsOneIn: 100 },
    },
    {
      logger: createLogger('api', 'silent'),
      sender: aSender(engine ?? (() => emptyAnswer)).sender,
    },
  ).start()

  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    send({ port: api.port, ca: secrets.authority.certPem, method, path, headers }, body)
  return { ...api, call }
}

export interface RunningAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  json: Record<string, unknown>
  /** SHA-256 of the certificate of the connection, as TLS shows it. */
  fingerprint: string
}

/** Sends one request, on a new connection unless an agent is given. */
export function send(
  options: Omit<RequestOptions, 'headers'> & { headers?: Record<string, string> },
  body?: object,
): Promise<RunningAnswer> {
  const agent = options.agent ?? new Agent({ keepAlive: false })
  const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', servername: 'localhost', ...options, agent, headers }, (answer) => {
      const fingerprint = fingerprintAt(answer.socket as TLSSocket)
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json/.test(answer.headers['content-type'] ?? '')
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
          fingerprint,
        })
      })
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

const fingerprints = new WeakMap<TLSSocket, string>()

/** A socket reports its certificate once; a reused connection keeps the one from its handshake. */
function fingerprintAt(socket: TLSSocket): string {
  const { fingerprint256 = '' } = socket.getPeerX509Certificate() ?? {}
  const fingerprint = fingerprints.get(socket) ?? fingerprint256.replaceAll(':', '').toLowerCase()
  fingerprints.set(socket, fingerprint)
  return fingerprint
}

export const credentials = { username: 'admin', password: 'a long enough password' }

/** An administrator with these credentials. */
export async function addAdministrator(store: Store, { passwords }: TestSecrets): Promise<void> {
  const passwordHash = await passwords.hash(credentials.password)
  const user = { username: credentials.username, passwordHash, mustChangePassword: false }
  await createAccountStore(store).createFirstAdministrator(user, testOrigin)
}

/** The header of a caller that has just logged in. */
export async function logIn(api: Awaited<ReturnType<typeof aRunningApi>>): Promise<{ 'api-key': string }> {
  const { status, json, text } = await api.call('POST', '/api/auth/login', {}, credentials)
  if (status !== 200) throw new Error(`logging in: ${status} ${text}`)
  return { 'api-key': String(json.token) }
}
