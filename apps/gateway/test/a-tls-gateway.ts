import { Agent, request } from 'node:https'
import type { Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import {
  createAuthority,
  fingerprintOf,
  issueProbeCertificate,
  issueServerCertificate,
  type KeyPair,
} from '@watchpost/pki'
import { type ConnectionGuardOptions, createLogger } from '@watchpost/runtime'
import type { Routes } from '../src/http/routes.ts'
import { createServer } from '../src/http/server.ts'
import { createIdentify } from '../src/identity/identify.ts'
import type { CertifiedProbe } from '../src/identity/known-probe.ts'
import { createLiveConnections } from '../src/identity/live-connections.ts'
import { aConnectionGuard } from './a-connection-guard.ts'
import { aKnownProbe } from './a-known-probe.ts'

export interface Heard {
  status: number
  body: Record<string, unknown>
  headers: NodeJS.Dict<string | string[]>
  isResumed: boolean
}

export interface TlsGatewayWish {
  guard?: Partial<ConnectionGuardOptions>
  proxyNetworks?: readonly string[]
}

const logger = createLogger('gateway', 'silent')

/** A listening gateway with an in-memory registry that has one probe. */
export async function aTlsGateway(
  routes: readonly Routes[] = [],
  now: () => number = Date.now,
  { guard: guardWish, proxyNetworks }: TlsGatewayWish = {},
) {
  const authority = await createAuthority({ commonName: 'Watchpost appliance' })
  const served = await issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 1 })
  const probe = await issueProbeCertificate(authority, { probeId: 3, fqdn: 'probe-03.example.test', days: 1 })
  let revision = 0
  let asked = 0
  const rows = new Map<string, CertifiedProbe>()
  const counts: string[] = []
  const uses: Array<[probe: number, address: string]> = []
  const registry = {
    revision: async () => revision,
    findByFingerprint: async (print: Uint8Array) => rows.get(Buffer.from(print).toString('hex')) ?? ('absent' as const),
    async findByFingerprints(prints: readonly Uint8Array[]) {
      asked += 1
      return prints.flatMap((print) => rows.get(Buffer.from(print).toString('hex')) ?? [])
    },
  }
  let listener: Server | undefined
  let accepted = 0
  const guard = aConnectionGuard(guardWish, proxyNetworks)
  const live = createLiveConnections({ registry, ended: (reason) => counts.push(`ended ${reason}`), logger }, now)
  const server = createServer(
    { host: '127.0.0.1', port: 0 },
    {
      identify: createIdentify(
        {
          registry,
          authorityPem: () => authority.certPem,
          live,
          async firstUse({ fingerprint }) {
            const row = rows.get(Buffer.from(fingerprint).toString('hex'))
            if (!row?.isPaired) return 'refused'
            row.isUsed = true
            counts.push('first use')
            return 'used'
          },
          uses: { note: (_socket, { id }, address) => void uses.push([id, address]) },
          refused: (fault) => counts.push(fault),
        },
        now,
      ),
      enter: async () => {},
      refused: () => {},
      connections: {
        ...guard,
        watch(server) {
          listener = server
          guard.watch(server)
          listener.on('connection', () => {
            accepted += 1
          })
        },
      },
      routes: [(app) => void app.get('/v1/whoami', async ({ probe: { id } }) => ({ id })), ...routes],
    },
    logger,
  )
  server.present({ chainPem: served.certPem, keyPem: served.keyPem }, authority.certPem)
  await live.start?.()
  await server.start()
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0

  return {
    authority,
    probe,
    rows,
    counts,
    uses,
    live,
    port,
    /** Number of accepted connections, including closed ones. */
    accepted: () => accepted,
    /** Number of open connections, as reported by the operating system. */
    connectionCount: () =>
      new Promise<number>((resolve, reject) => {
        listener?.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    /** How often the store was queried for the certificates of all connections. */
    asked: () => asked,
    forgetAsked: () => void (asked = 0),
    /** Adds a certificate to the in-memory store. */
    enter(pair: KeyPair, wish: Partial<CertifiedProbe> = {}): void {
      const fingerprint = fingerprintOf(pair.certPem)
      rows.set(fingerprint.toString('hex'), aKnownProbe({ fingerprint, ...wish }))
      revision += 1
    },
    agent: (pair?: KeyPair, options: { maxSockets?: number; keepAlive?: boolean } = {}) =>
      new Agent({
        keepAlive: true,
        maxSockets: 1,
        ca: authority.certPem,
        ...(pair && { cert: pair.certPem, key: pair.keyPem }),
        ...options,
      }),
    call: (agent: Agent, path = '/v1/whoami', body?: string) => call(agent, port, path, body),
    async [Symbol.asyncDispose]() {
      live.stop?.()
      await server.stop()
    },
  }
}

function call(agent: Agent, port: number, path: string, body?: string): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && { headers: { 'content-type': 'application/json' } }),
      },
      (answer) => {
        const isResumed = (answer.socket as TLSSocket).isSessionReused()
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(answer.headers['content-type'] ?? '')
          resolve({
            status: answer.statusCode ?? 0,
            body: isJson ? JSON.parse(text) : { text },
            headers: answer.headers,
            isResumed,
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
