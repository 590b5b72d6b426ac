import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { zstdCompressSync } from 'node:zlib'
import { createDeadLetters } from '@watchpost/log'
import { fingerprintOf, issueProbeCertificate } from '@watchpost/pki'
import { createAccountStore, createProbeStore } from '@watchpost/store'
import { composeApi } from '@watchpost/api/compose'
import { composeClusters } from '@watchpost/clusters/compose'
import { leadCounting } from '@watchpost/clusters/lead-counting'
import { composeExporter } from '@watchpost/exporter/compose'
import { serveExports } from '@watchpost/exporter/serve-exports'
import { serveMetrics } from '@watchpost/exporter/serve-metrics'
import { composeGateway } from '@watchpost/gateway/compose'
import { composeIndexer } from '@watchpost/indexer/compose'
import { runIndexLoop } from '@watchpost/indexer/index-loop'
import { runLeadLoop } from '@watchpost/indexer/lead-loop'
import { runProjectionLoop } from '@watchpost/indexer/projection-loop'
import { testEngine } from './test-engine.ts'
import { testLog } from './test-log.ts'
import { testOrigin, testSecrets } from './test-secrets.ts'
import { testStore } from './test-store.ts'

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Record<string, unknown>
}

const PROBE_ID = 7
const FQDN = 'probe-07.example.test'

/** The whole pipeline in one process on real servers: a probe's certificate at one end, an API token at the other. */
export async function startTestWatchpost() {
  const { config: storeConfig, store, ...storeRest } = await testStore()
  const engine = testEngine()
  const log = await testLog()
  const { authority, passwords, config: secrets, ...secretsRest } = await testSecrets(store)
  const probe = await issueProbeCertificate(authority, { probeId: PROBE_ID, fqdn: FQDN, days: 1 })
  await createProbeStore(store).add({
    id: PROBE_ID,
    fqdn: FQDN,
    fingerprint: fingerprintOf(probe.certPem),
    notAfter: new Date(Date.now() + 3_600_000),
  })
  const password = randomBytes(16).toString('hex')
  await createAccountStore(store).createFirstAdministrator(
    { username: 'admin', passwordHash: await passwords.hash(password), mustChangePassword: false },
    testOrigin,
  )

  // Relax the limits for disk usage, which tests do not control, and for event age: most have a fixed date.
  await store.db
    .insertInto('setting')
    .values([
      { name: 'disk_limit_percent', value: '98' },
      { name: 'oldest_event_days', value: '3650' },
    ])
    .execute()

  const shared = {
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    graceMs: 10_000,
    secrets,
    log,
    store: storeConfig,
    engine: engine.config,
    internal: { host: '127.0.0.1', port: 0 },
    tracing: { eventsOneIn: 10_000, requestsOneIn: 100 },
    // Test receivers are on this machine.
    egress: { networks: ['127.0.0.1/32'] },
    maxConnections: 1_000,
    proxyNetworks: [],
  }
  const gateway = composeGateway({
    ...shared,
    maxPendingBytes: 1024 ** 3,
    backlogLimit: 0.7,
    minFreeBytes: 0,
    certificateMinutes: 10_080,
    files: {},
  })
  const indexer = composeIndexer({
    ...shared,
    batchRecords: 500,
    bulkConcurrency: 2,
    maxBulkBytes: 1024 ** 2,
    bulkTimeoutMs: 30_000,
    rollOverBytes: 1024 ** 4,
    upkeep: {
      busyPercent: 60,
      busyRefreshSeconds: 5,
      behindRefreshSeconds: 10,
      mergePercent: 30,
      mergeQuietSeconds: 300,
      mergeDiskPercent: 85,
    },
  })
  await gateway.start()
  await indexer.start()
  const clusters = composeClusters(shared)
  await clusters.start()
  const exporter = composeExporter({
    ...shared,
    windowBytes: 40 * 1024 ** 2,
    windowMs: 5_000,
    stalledMs: 90_000,
    supervisor: 'http://127.0.0.1:1',
    otherSupervisors: [],
  })
  await exporter.start()
  const stop = new AbortController()
  const loops = [
    runIndexLoop(indexer.indexing, stop.signal, stop.signal),
    runLeadLoop(indexer.leading, stop.signal),
    runProjectionLoop(indexer.projecting, stop.signal),
    leadCounting(clusters.counting, stop.signal),
    serveExports(exporter.serving, stop.signal),
    serveMetrics(exporter.metricsServing, stop.signal),
  ]
  const search = {
    cheap: 8,
    costly: 2,
    perCaller: 4,
    costlyPerCaller: 2,
    costlyShardsAtOnce: 1,
    maxShards: 500,
    silenceMs: 10_000,
  }
  const api = await composeApi({
    ...shared,
    search,
    audit: {},
    isPlainHttp: false,
    proxyMode: 'proxy-v2',
    requestsPerMinute: 1_000_000,
    uiDir: '',
    supervisor: 'http://127.0.0.1:1',
    securityContact: 'mailto:security@watchpost.example',
    gateway: { port: portOf(gateway.address()) },
  }).start()

  const probeAgent = new Agent({ keepAlive: true, ca: authority.certPem, cert: probe.certPem, key: probe.keyPem })
  const apiAgent = new Agent({ keepAlive: true, ca: authority.certPem })
  const gatewayPort = portOf(gateway.address())
  let token = ''

  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(apiAgent, api.port, path, JSON.stringify(body), {
      'content-type': 'application/json',
      'api-key': token,
      ...headers,
    })
  const get = (path: string, headers: Record<string, string> = {}) =>
    send(apiAgent, api.port, path, undefined, { 'api-key': token, ...headers })
  const login = await call('/api/auth/login', { username: 'admin', password })
  token = String(login.body.token)

  return {
    store,
    call,
    get,
    deadLetters: createDeadLetters(log, 'flow-test'),
    /** Sends lines as the probe; objects are serialised as JSON. */
    sendEvents: (stream: string, firstSequence: number, events: ReadonlyArray<object | string>, agent = probeAgent) =>
      send(
        agent,
        gatewayPort,
        '/v1/events',
        zstdCompressSync(events.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')),
        {
          'content-type': 'application/x-ndjson',
          'content-encoding': 'zstd',
          'watchpost-stream': stream,
          'watchpost-first-sequence': String(firstSequence),
        },
      ),
    /** Sends a request to the gateway as the probe; with a body it is a POST of JSON. */
    askGateway: (path: string, body?: object) =>
      send(
        probeAgent,
        gatewayPort,
        path,
        body && JSON.stringify(body),
        body ? { 'content-type': 'application/json' } : {},
      ),
    /** A client that has the CA but no certificate of its own. */
    stranger: apiAgent,
    count: async (index: string, body: unknown = {}) =>
      Number((await call(`/api/data/es/count?index=${index}`, body)).body.count),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.allSettled(loops)
      await api.stop()
      await exporter.stop()
      await clusters.stop()
      await indexer.stop()
      await gateway.stop()
      probeAgent.destroy()
      apiAgent.destroy()
      await engine[Symbol.asyncDispose]()
      await storeRest[Symbol.asyncDispose]()
      secretsRest[Symbol.dispose]()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return address && typeof address === 'object' ? address.port : 0
}

function send(
  agent: Agent,
  port: number,
  path: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', headers },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text ? JSON.parse(text) : {} })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
