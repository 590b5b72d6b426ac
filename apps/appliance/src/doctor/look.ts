import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { type AuditConfig, readHeadFile } from '@watchpost/audit'
import { connectEngine, createGenerationIndex, type EngineConfig, ownIndexPatterns } from '@watchpost/engine'
import { createBacklog, createDeadLetters, listTopics, type LogConfig, topicNames } from '@watchpost/log'
import { createSealer } from '@watchpost/secrets'
import {
  createAlertOutboxStore,
  createClusterRecountStore,
  createAuditTrailStore,
  createExportStateStore,
  createHoldStore,
  createReprojectionStore,
  createSealingKeyStore,
  listCertificates,
  migrations,
  readMetricsExport,
  readStoreHealth,
  type Store,
  type StoreConfig,
} from '@watchpost/store'
import type { ApplianceConfig } from '../appliance-config.ts'
import { askSupervisor } from '../supervise/ask-supervisor.ts'
import type { Examination } from './finding.ts'
import {
  type ExportFacts,
  judgeAudit,
  judgeCertificates,
  judgeExports,
  judgeHolds,
  judgeMachine,
  judgeServices,
  type ServiceFacts,
} from './judge-appliance.ts'
import { judgeAlertStates } from './judge-alert-states.ts'
import { judgeClusters } from './judge-clusters.ts'
import { judgeConnections } from './judge-connections.ts'
import { lookAtCoverage } from './look-at-coverage.ts'
import { lookAtEngineAccess } from './look-at-engine-access.ts'
import { judgeEngine, judgeLog, judgeStore } from './judge-servers.ts'

export interface DoctorConfig {
  appliance: ApplianceConfig
  store: Pick<StoreConfig, 'url'>
  log: LogConfig
  engine: EngineConfig
  secrets: { keyFile: string }
  audit: AuditConfig
}

const ASK_MS = 5_000

/** All parts, and how to check them. */
export function examinations(config: DoctorConfig, store: Store): Examination[] {
  return [
    { part: 'this machine', todo: 'Look at the machine.', look: () => lookAtMachine(config.appliance) },
    {
      part: 'PostgreSQL',
      todo: 'Start it, or correct WATCHPOST_STORE_URL. See docs/runbooks/database-down.md.',
      look: async () => judgeStore(await readStoreHealth(store, Object.keys(migrations))),
    },
    { part: 'connections', todo: 'Correct the settings of the servers.', look: async () => judgeConnections(config) },
    {
      part: 'sealing keys',
      todo: 'Put back the copy of the key file (WATCHPOST_SECRETS_KEY_FILE).',
      async look() {
        const sealer = createSealer(config.secrets.keyFile)
        sealer.assertFits(await createSealingKeyStore(store).list())
        return [{ part: 'sealing keys', level: 'good', says: 'the key file is that of this database' }]
      },
    },
    {
      part: 'certificates',
      todo: 'Run `watchpost init`.',
      look: async () => judgeCertificates(await listCertificates(store), Date.now()),
    },
    { part: 'audit', todo: 'See docs/runbooks/audit-unsigned.md.', look: () => lookAtAudit(config.audit, store) },
    {
      part: 'ingest',
      todo: 'See docs/runbooks/database-down.md.',
      look: async () => judgeHolds(await createHoldStore(store).list()),
    },
    {
      part: 'state of alerts',
      todo: 'See docs/runbooks/database-down.md.',
      async look() {
        const { backlog } = createAlertOutboxStore(store)
        return judgeAlertStates(await backlog(), await createReprojectionStore(store).current())
      },
    },
    {
      part: 'clusters',
      todo: 'See docs/runbooks/database-down.md.',
      look: async () => judgeClusters(await createClusterRecountStore(store).backlog()),
    },
    { part: 'coverage', todo: 'See docs/runbooks/database-down.md.', look: () => lookAtCoverage(store) },
    { part: 'exports', todo: 'See docs/runbooks/database-down.md.', look: () => lookAtExports(store) },
    {
      part: 'Kafka',
      todo: 'Start the brokers, or correct WATCHPOST_LOG_BROKERS. See docs/runbooks/log-down.md.',
      look: () => lookAtLog(config.log),
    },
    {
      part: 'OpenSearch',
      todo: 'Start the nodes, or correct WATCHPOST_ENGINE_NODES. See docs/runbooks/engine-down.md.',
      look: () => lookAtEngine(config.engine),
    },
    {
      part: 'OpenSearch',
      todo: 'See docs/adr/0034-local-access-to-the-engine.md.',
      look: () => lookAtEngineAccess(config.engine.nodes),
    },
    {
      part: 'supervisor',
      todo: `Start it with \`${startCommand(config.appliance)}\`. See docs/runbooks/not-scraped.md.`,
      look: async () => judgeServices(await servicesOf(config.appliance.internalPort)),
    },
  ]
}

function startCommand({ servicesBy }: ApplianceConfig): string {
  return servicesBy === 'systemd' ? 'systemctl start watchpost-appliance' : 'watchpost start'
}

async function lookAtMachine({ logDir, tlsDir }: ApplianceConfig) {
  const memory = await readFile('/proc/meminfo', 'utf8')
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(memory)?.[1] ?? 0)
  const paths = ['/', logDir, tlsDir].filter((each) => each !== undefined && existsSync(each))
  const disks = await Promise.all(
    [...new Set(paths)].map(async (path = '/') => {
      const { bavail, blocks, bsize } = await statfs(path)
      return { path, freeShare: bavail / Math.max(1, blocks), freeBytes: bavail * bsize }
    }),
  )
  return judgeMachine({
    node: process.version,
    availableMemoryShare: kib('MemAvailable') / Math.max(1, kib('MemTotal')),
    disks,
  })
}

async function lookAtAudit({ dir }: AuditConfig, store: Store) {
  const trail = createAuditTrailStore(store)
  const head = dir === undefined ? 'absent' : await readHeadFile(dir)
  // Read the state after the file: rows added since then are not in the head.
  const { lastId, unsignedSeconds } = await trail.state()
  const signedId = typeof head === 'string' ? undefined : (JSON.parse(head.text) as { last_id: number }).last_id
  return judgeAudit({ hasFolder: dir !== undefined, isDamaged: head === 'damaged', lastId, signedId, unsignedSeconds })
}

async function lookAtLog(config: LogConfig) {
  const wanted = Object.values(topicNames(config)) as string[]
  const present = await listTopics(config, 'watchpost-doctor')
  const missingTopics = wanted.filter((name) => !present.includes(name))
  if (missingTopics.length > 0) {
    return judgeLog({ missingTopics, unread: 0, bytesShare: 0, freeBytes: 0, hasDeadLetters: false })
  }
  const meter = createBacklog(config, 'indexer')
  const letters = createDeadLetters(config, 'watchpost-doctor-dead')
  try {
    const [{ records, bytesShare, freeBytes }, waiting] = await Promise.all([meter.measure(1), letters.waiting()])
    return judgeLog({ missingTopics, unread: records, bytesShare, freeBytes, hasDeadLetters: waiting > 0 })
  } finally {
    await Promise.all([meter.stop(), letters.stop()])
  }
}

async function lookAtEngine(config: EngineConfig) {
  const client = connectEngine({ ...config, requestTimeoutMs: ASK_MS })
  try {
    const state = createGenerationIndex(client, config)
    const [{ body: info }, { body: health }, diskShare, indexes, { body: settings }] = await Promise.all([
      client.info(),
      client.cluster.health(),
      state.diskShare(),
      state.list(),
      client.indices.getSettings({ index: ownIndexPatterns(config), flat_settings: true }),
    ])
    const isBlocked = (own: { settings?: unknown }) =>
      (own.settings as Record<string, unknown> | undefined)?.['index.blocks.read_only_allow_delete'] === 'true'
    return judgeEngine({
      version: info.version.number,
      health: health.status,
      nodes: health.number_of_nodes,
      diskShare,
      indexes: indexes.length,
      readOnlyIndexes: Object.values(settings).filter(isBlocked).length,
    })
  } finally {
    await client.close()
  }
}

async function lookAtExports(store: Store) {
  const [rows, states, metrics] = await Promise.all([
    store.db.selectFrom('syslog_export').select(['id', 'general']).orderBy('id').execute(),
    createExportStateStore(store).list(),
    readMetricsExport(store),
  ])
  const exports = rows.map(
    ({ id, general }): ExportFacts => ({
      id,
      isEnabled: (general as { enabled?: boolean }).enabled !== false,
      ageSeconds: states.get(id)?.ageSeconds,
      state: states.get(id)?.state,
    }),
  )
  const ofMetrics: ExportFacts = {
    isEnabled: metrics.entry.target !== null,
    ageSeconds: metrics.reported?.ageSeconds,
    state: metrics.reported?.state,
  }
  return judgeExports([...exports, ofMetrics])
}

/** State of the services, from the supervisor on this machine. */
export async function servicesOf(internalPort: number): Promise<ServiceFacts[]> {
  const ask = async (path: string) => (await askSupervisor(internalPort, path)).json()
  const children = (await ask('/children')) as { name: string; restarts: number }[]
  const { roles } = (await ask('/readyz')) as { roles: Record<string, string> }
  return children.map(({ name, restarts }) => ({
    name,
    restarts,
    problem: roles[name] === 'ready' ? undefined : (roles[name] ?? 'unknown'),
  }))
}
