import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyPair, newPairingCode, PAIRING_MINUTES, recordOf } from '@watchpost/pki'
import { createManagedProbeStore, createProbeEnrolmentStore } from '@watchpost/store'
import { testLog } from '@watchpost/testkit/test-log'
import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { composeGateway } from '../src/compose.ts'
import { aKeyAndRequest } from './some-certificates.ts'

export interface Heard {
  status: number
  body: Record<string, unknown>
  headers: NodeJS.Dict<string | string[]>
}

/** A gateway on a real database and a real log. */
export async function aRunningGateway() {
  const { store, config, ...storeRest } = await testStore()
  const log = await testLog()
  const { authority, config: secrets, ...secretsRest } = await testSecrets(store)
  const filesDir = await mkdtemp(join(tmpdir(), 'watchpost-files-'))
  const gateway = composeGateway({
    host: '127.0.0.1',
    port: 0,
    maxConnections: 1_000,
    proxyNetworks: [],
    logLevel: 'silent',
    graceMs: 10_000,
    secrets,
    log,
    store: config,
    internal: { host: '127.0.0.1', port: 0 },
    tracing: { eventsOneIn: 10_000, requestsOneIn: 100 },
    maxPendingBytes: 1024 ** 3,
    backlogLimit: 0.7,
    minFreeBytes: 0,
    certificateMinutes: 60,
    files: { dir: filesDir },
  })
  await gateway.start()
  const address = gateway.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const agents: Agent[] = []

  function agentOf(pair?: KeyPair, localAddress?: string): Agent {
    const agent = new Agent({
      keepAlive: true,
      ...(localAddress && { localAddress }),
      ca: authority.certPem,
      ...(pair && { cert: pair.certPem, key: pair.keyPem }),
    })
    agents.push(agent)
    return agent
  }

  function send(
    agent: Agent,
    path: string,
    body: Buffer | string | undefined,
    headers: Record<string, string>,
    method = body === undefined ? 'GET' : 'POST',
  ) {
    return new Promise<Heard>((resolve, reject) => {
      const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(answer.headers['content-type'] ?? '')
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: isJson ? JSON.parse(text) : { text },
          })
        })
        answer.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  const post = (agent: Agent, path: string, body: object) =>
    send(agent, path, JSON.stringify(body), { 'content-type': 'application/json' })
  const newCode = (sourceNetwork: string | null = null) => {
    const { code, codeHash } = newPairingCode(authority.certPem)
    return { token: code.slice(0, 32), stored: { codeHash, minutes: PAIRING_MINUTES, sourceNetwork } }
  }

  return {
    store,
    authority,
    port,
    agentOf,
    post,
    newCode,
    probes: createManagedProbeStore(store),
    enrolments: createProbeEnrolmentStore(store),
    filesDir,
    put: (agent: Agent, path: string, body: Buffer) =>
      send(agent, path, body, { 'content-type': 'application/octet-stream' }, 'PUT'),
    get: (agent: Agent, path: string) => send(agent, path, undefined, {}),
    metrics: async () => (await fetch(`http://127.0.0.1:${gateway.internalPort()}/metrics`)).text(),

    /** Adds a probe, as an administrator would, and returns the token of its code. */
    async aNewProbe(eventsPerSecond: number | null = null): Promise<{ id: number; token: string }> {
      const { token, stored } = newCode()
      const fqdn = `probe-${randomBytes(4).toString('hex')}.example.test`
      const made = await createManagedProbeStore(store).create({ fqdn, eventsPerSecond }, stored, testOrigin)
      if (typeof made === 'string') throw new Error(made)
      return { id: made.id, token }
    },

    /** Enrols as a probe would, and returns its certificate and key. */
    async enrol(token: string): Promise<KeyPair> {
      const { csr, keyPem } = await aKeyAndRequest()
      const { status, body } = await post(agentOf(), '/v1/enrol', { code: token, csr })
      if (status !== 201) throw new Error(`enrolment: ${status} ${JSON.stringify(body)}`)
      return { certPem: String(body.certificate), keyPem }
    },

    /** Stores a certificate directly, as if it had been issued to this probe. */
    async enter(id: number, pair: KeyPair): Promise<void> {
      const { fingerprint } = recordOf(pair)
      const values = { fingerprint, probe_id: id, not_after: new Date(Date.now() + 3_600_000) }
      await store.db.insertInto('probe_certificate').values(values).execute()
    },

    sendEvents: (agent: Agent, firstSequence: number, count: number, stream = 'e'.repeat(32)) =>
      send(agent, '/v1/events', '{"event_type":"dns"}\n'.repeat(count), {
        'content-type': 'application/x-ndjson',
        'watchpost-stream': stream,
        'watchpost-first-sequence': String(firstSequence),
      }),

    async [Symbol.asyncDispose]() {
      for (const agent of agents) agent.destroy()
      await gateway.stop()
      await storeRest[Symbol.asyncDispose]()
      secretsRest[Symbol.dispose]()
    },
  }
}
export type RunningGateway = Awaited<ReturnType<typeof aRunningGateway>>
