import { settingsFrom } from '@watchpost/contract'
import { connectEngine } from '@watchpost/engine'
import { createLogPositions } from '@watchpost/log'
import {
  connectionLimits,
  createConnectionGuard,
  createConnectionMetrics,
  createLogger,
  createMetrics,
  createRateLimit,
  createTracer,
  createWatch,
  internalServer,
  LISTEN_BACKLOG,
  lifecycle,
  type Logger,
  productFiles,
  readTrustedProxies,
} from '@watchpost/runtime'
import { createSealer } from '@watchpost/secrets'
import {
  connectStore,
  createCertificateStore,
  createClockWatch,
  createSealedSecretStore,
  createSealingKeyStore,
  createSettingStore,
  createSettingWatch,
} from '@watchpost/store'
import { composeAlerts } from './alerts/compose-alerts.ts'
import type { ApiConfig } from './api-config.ts'
import { createApiMetrics } from './api-metrics.ts'
import { composeAudit } from './audit/compose-audit.ts'
import { createCertificateService } from './certificate/certificate-service.ts'
import { createRenewal } from './certificate/renewal.ts'
import { createServedCertificate } from './certificate/served-certificate.ts'
import { composeCoverage } from './coverage/compose-coverage.ts'
import { composePeople } from './compose-people.ts'
import { composeDeadLetters } from './dead-letters/compose-dead-letters.ts'
import { composeSearch } from './events/compose-search.ts'
import type { SearchSender } from './events/engine-search.ts'
import { composeExports } from './exports/compose-exports.ts'
import { composeLedger } from './ledger/compose-ledger.ts'
import { refusePlainHttp } from './http/plain-http.ts'
import { createServer } from './server.ts'
import { createPepperedPasswords } from './peppered-passwords.ts'
import { composePolicy } from './policy/compose-policy.ts'
import { createCloneWatch } from './probes/clone-watch.ts'
import { composeProbes } from './probes/compose-probes.ts'
import { composeQueues } from './queues/compose-queues.ts'
import { createReadiness } from './readiness.ts'
import { createAskFindings } from './system/ask-findings.ts'
import { createCoverageLook } from './system/coverage-look.ts'
import { createHealthService } from './system/health-service.ts'
import { createSettingService } from './settings/setting-service.ts'
import { createUiFiles } from './ui/ui-files.ts'
import type { PasswordCheckPorts } from './users/password-check.ts'

/** The appliance's own certificate is checked once an hour; it is renewed a month before it expires. */
const renewalEveryMs = 3_600_000

/** Replacements for adapters in tests. */
export interface ApiOverrides {
  logger?: Logger
  /** Replaces the engine for searches. */
  sender?: SearchSender
  /** Replaces the login throttling. */
  failureCounters?: PasswordCheckPorts['failureCounters']
  /** Replaces the audit of accesses. */
  onAnswered?: () => void
  /** Shifts the clock that sessions and keys expire by. */
  clockOffsetSeconds?: () => number
}

/** Builds the API. The annotations on the ports are where the compiler checks every adapter against its port. */
export function composeApi(config: ApiConfig, overrides: ApiOverrides = {}) {
  refusePlainHttp(config)
  const files = productFiles()
  const { version } = files.version()
  const proxies = readTrustedProxies('WATCHPOST_API_PROXY_NETWORKS', config.proxyNetworks, config.proxyMode)
  const logger = overrides.logger ?? createLogger('api', config.logLevel, { isGathering: true })
  const metrics = createMetrics('api')
  const tracer = createTracer('api', config.tracing, { logger, metrics })
  const apiMetrics = createApiMetrics(metrics)
  const store = connectStore(config.store, 'api', overrides)
  // A search changes nothing, so it is safe to retry it on another node.
  const engine = connectEngine(config.engine, { maxRetries: config.engine.nodes.length })
  const log = createLogPositions(config.log, 'watchpost-api')
  const settings = createSettingStore(store, settingsFrom)
  const settingWatch = createSettingWatch(settings, { logger, metrics })
  const sealer = createSealer(config.secrets.keyFile)
  const secrets = createSealedSecretStore(store, sealer)
  const sealingKeys = createSealingKeyStore(store)
  const passwords = createPepperedPasswords({
    checkKeys: async () => sealer.assertFits(await sealingKeys.list()),
    read: secrets.read,
    logger,
  })
  const certificates = createCertificateStore(store, secrets)
  const servedCertificate = createServedCertificate(certificates, { logger, metrics })
  const renewal = createWatch('renewal', createRenewal(certificates), logger, { everyMs: renewalEveryMs })

  const audit = composeAudit({ config: config.audit, store, secrets, metrics: apiMetrics, logger })
  const people = composePeople({
    store,
    passwords,
    // Read from the store, not from the watch: a new session age must apply to the very next token.
    settings: { read: async () => ({ sessionAgeSeconds: (await settings.read()).settings.session_age_seconds }) },
    metrics: apiMetrics,
    onLogin: audit.onLogin,
    logger,
    failureCounters: overrides.failureCounters,
  })
  const shared = composeQueues({ config: config.search, metrics, logger })
  const search = composeSearch({
    config: config.search,
    engineConfig: config.engine,
    engine,
    store,
    shared,
    metrics,
    logger,
    sender: overrides.sender,
    tracer,
  })

  const ledger = composeLedger({ store, log, partitions: config.log.partitions, metrics: apiMetrics, logger })

  const alerts = composeAlerts({
    engine,
    store,
    log,
    prefix: config.engine.prefix,
    searching: shared.searching,
    metrics,
    logger,
  })

  const coverage = composeCoverage({ store, settings: settingWatch.newest, metrics: apiMetrics, logger })

  const deadLetters = composeDeadLetters({ config: config.log, store })

  const connections = createConnectionGuard({
    ...connectionLimits(config.maxConnections, logger),
    proxies,
    metrics: createConnectionMetrics(metrics),
    logger,
  })

  const ready = createReadiness(store, engine)
  let isListening = false
  const internal = internalServer(config.internal, metrics, async () =>
    isListening ? ready() : 'the API does not listen yet',
  )

  async function start() {
    const { app } = await createServer({
      people,
      alerts: alerts.parts,
      policy: composePolicy({ engine, store, searching: shared.searching, prefix: config.engine.prefix }),
      search: search.service,
      ledger: ledger.service,
      // The ledger counts over all time. For a range that is not fully known it overstates rather than understates.
      completeness: (span) => coverage.completeness(span) ?? ledger.watch.newest(),
      coverage: coverage.service,
      deadLetters: deadLetters.service,
      settings: createSettingService(settings),
      certificate: createCertificateService(certificates),
      health: createHealthService({
        look: createAskFindings(config.supervisor),
        lookAtCoverage: createCoverageLook(() => coverage.service.read({})),
      }),
      probes: composeProbes({ store, certificates, gateway: config.gateway }),
      ...composeExports({
        egress: config.egress,
        retentionHours: config.log.retentionHours,
        store,
        secrets,
        version,
      }),
      ui: createUiFiles(config.uiDir || files.web),
      audit: audit.service,
      rateLimit: createRateLimit({ perMinute: config.requestsPerMinute }),
      metrics: apiMetrics,
      tracer,
      onAnswered: overrides.onAnswered ?? audit.onAnswered,
      logger,
      version: { product: 'Watchpost', version, api: '1' },
      securityContact: config.securityContact,
      connections,
      proxies,
      ...(config.isPlainHttp ? {} : { onTls: servedCertificate.onTls }),
    })
    const listening = { host: config.host, port: config.port, backlog: LISTEN_BACKLOG }
    const life = lifecycle([
      { name: 'metrics', stop: () => metrics.stop() },
      tracer,
      { name: 'store', stop: () => store.close() },
      { name: 'engine', stop: () => engine.close() },
      log,
      deadLetters.letters,
      ...search.parts,
      internal,
      passwords,
      settingWatch,
      ledger.watch,
      coverage.watch,
      createCloneWatch(store, apiMetrics, logger),
      createClockWatch(store, { logger, metrics }),
      servedCertificate,
      renewal,
      ...audit.parts,
      alerts.jobLoop,
      {
        name: 'API',
        async start() {
          await app.listen({ ...listening, listenTextResolver: () => 'api listening' })
          isListening = true
        },
        stop: () => app.close(),
      },
    ])
    await life.start()
    const address = app.server.address()
    const port = address && typeof address === 'object' ? address.port : config.port
    logger.info({ host: config.host, port, internalPort: internal.port() }, 'api ready')
    return { port, internalPort: internal.port(), logger, stop: life.stop }
  }

  return { start }
}
