import { settingsFrom } from '@watchpost/contract'
import { createBacklog, createDeadLetters, createLogWriter } from '@watchpost/log'
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
  lifecycle,
  readTrustedProxies,
} from '@watchpost/runtime'
import { createSealer } from '@watchpost/secrets'
import {
  connectStore,
  createAccessStore,
  createCertificateStore,
  createClockWatch,
  createCloneAlarmStore,
  createHoldStore,
  createProbeHealthStore,
  createProbeStore,
  createRiskPolicyStore,
  createSealedSecretStore,
  createSealingKeyStore,
  createSettingStore,
  createSettingWatch,
} from '@watchpost/store'
import { admit, admitProbe } from './admission.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { createCertificateChanges } from './enrolment/certificate-changes.ts'
import { createEnrolmentService } from './enrolment/enrolment-service.ts'
import { enrolmentRoutes } from './enrolment/enrolment-routes.ts'
import { composeFiles } from './files/compose-files.ts'
import { eventRoutes } from './event-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import { createLastSeen } from './health/last-seen.ts'
import { createPresentedCertificate } from './http/presented-certificate.ts'
import { createServer } from './http/server.ts'
import { createIdentify } from './identity/identify.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import { createLiveConnections } from './identity/live-connections.ts'
import { createRefusalBook } from './identity/refusal-book.ts'
import { createUseBook } from './identity/use-book.ts'
import { createProbeGate } from './pace/probe-gate.ts'
import { createProbePace } from './pace/probe-pace.ts'
import { createReadingRoom } from './pace/reading-room.ts'
import { createTurns } from './pace/turns.ts'
import { composeLedger } from './ledger/compose-ledger.ts'
import { limits } from './limits.ts'
import { createReceiver } from './receive.ts'
import { Refusal } from './refusal.ts'
import { createGatewayTelemetry } from './telemetry.ts'

/** Per IP address. A code has 160 bits, so this limits cost, not guessing. */
const ENROLMENTS_PER_MINUTE = 20
/** Per probe. */
const RENEWALS_PER_MINUTE = 6
const REPORTS_PER_MINUTE = 60
/** The number of threads that can decompress. */
const UNPACKED_AT_ONCE = 4
/** Lower bound: even with a small pending limit, a few of the largest batches can be read at the same time. */
const LEAST_READING_BYTES = 4 * limits.batchBytes

/** Used until the settings have been read once. */
const firstSettings = settingsFrom(new Map())

/** Builds the gateway: probes → log. */
export function composeGateway(config: GatewayConfig) {
  const logger = createLogger('gateway', config.logLevel)
  const metrics = createMetrics('gateway')
  const tracer = createTracer('gateway', config.tracing, { logger, metrics })
  const telemetry = createGatewayTelemetry(metrics, tracer)
  const store = connectStore(config.store, 'gateway')
  const log = createLogWriter(config.log, { clientId: 'watchpost-gateway' })
  const deadLetters = createDeadLetters(config.log, 'watchpost-gateway-dead')
  const meter = createBacklog(config.log, 'indexer')
  const backlog = createWatch('backlog', () => meter.measure(config.backlogLimit), logger)
  const holds = createWatch('holds', createHoldStore(store).list, logger)
  const policy = createWatch('risk policy', createRiskPolicyStore(store).newestVersion, logger)
  const ledger = composeLedger(store, logger)
  // Batches that wait for their ledger entry are in memory too, like those that wait for the log.
  const pendingBytes = () => ledger.pendingBytes() + log.pendingBytes()
  const reading = createReadingRoom({
    pendingBytes,
    maxBytes: Math.max(config.maxPendingBytes, LEAST_READING_BYTES),
    onCutOff() {
      telemetry.refused('busy')
      logger.warn('batch cut off: it arrived too slowly while other probes waited for memory')
    },
  })
  const unpacking = createTurns(UNPACKED_AT_ONCE)
  telemetry.watch({
    pendingBytes: () => pendingBytes() + reading.bytes(),
    backlog: backlog.newest,
    logAgeSeconds: backlog.ageSeconds,
    holds: () => holds.newest() ?? [],
    connections: () => live.count(),
  })

  const settings = createSettingWatch(createSettingStore(store, settingsFrom), { logger, metrics })
  const present = () => settings.newest() ?? firstSettings
  const sealer = createSealer(config.secrets.keyFile)
  const sealingKeys = createSealingKeyStore(store)
  const checkKeys = async () => sealer.assertFits(await sealingKeys.list())
  const secrets = createSealedSecretStore(store, sealer)
  const files = composeFiles({
    dir: config.files.dir,
    async readSecret(name) {
      await checkKeys()
      return secrets.read(name)
    },
    store,
    poolSize: config.store.poolSize,
    settings: present,
    isSettled: () => settings.newest() !== undefined,
    metrics,
    logger,
  })
  const registry = createProbeStore(store)
  const health = createProbeHealthStore(store)
  const live = createLiveConnections({ registry, ended: telemetry.connectionEnded, logger })
  const changes = createCertificateChanges(store, config.store.poolSize)
  const uses = createUseBook({
    write: changes.note,
    raise: createCloneAlarmStore(store).raise,
    raised: telemetry.cloneAlarm,
    logger,
  })
  const silentSeconds = () => present().probe_silent_seconds
  const lastSeen = createLastSeen({
    touch: health.touch,
    hear: (hearings) => health.hear(hearings, silentSeconds()),
    logger,
  })
  const refusals = createRefusalBook(createAccessStore(store).add, logger)
  const pace = createProbePace<Pick<KnownProbe, 'id' | 'eventsPerSecond'>>(
    ({ eventsPerSecond }) => eventsPerSecond ?? present().probe_events_per_second,
  )
  const gate = createProbeGate({ pace })
  const admitMore = () => {
    const pressure = { backlog: backlog.newest(), hold: holds.newest()?.[0], pendingBytes: pendingBytes() }
    const verdict = admit(pressure, config)
    if (verdict !== 'admitted') throw new Refusal(verdict.code, verdict.detail, verdict)
  }

  const receive = createReceiver({
    log,
    deadLetters,
    ledger: ledger.receiving,
    policyVersion: policy.newest,
    timeBounds() {
      const known = settings.newest()
      return known && { aheadMinutes: known.clock_ahead_minutes, oldestDays: known.oldest_event_days }
    },
    telemetry,
  })
  const connectionMetrics = createConnectionMetrics(metrics)
  const connections = createConnectionGuard({
    ...connectionLimits(config.maxConnections, logger),
    proxies: readTrustedProxies('WATCHPOST_GATEWAY_PROXY_NETWORKS', config.proxyNetworks, 'proxy-v2'),
    metrics: {
      ...connectionMetrics,
      refused(reason) {
        connectionMetrics.refused(reason)
        if (reason === 'full') telemetry.connectionEnded(reason)
      },
    },
    logger,
  })

  const server = createServer(
    config,
    {
      connections,
      identify: createIdentify({
        registry,
        authorityPem: () => certificate.authorityPem(),
        live,
        firstUse: ({ id, fingerprint }, address) => changes.firstUse({ probeId: id, fingerprint, address }),
        uses,
        refused: telemetry.identityRefused,
      }),
      enter(probe, answer) {
        lastSeen.note(probe.id)
        return gate.enter(probe, answer)
      },
      refused(refused) {
        telemetry.refused(refused.code)
        refusals.note(refused)
      },
      routes: [
        enrolmentRoutes({
          service: createEnrolmentService({
            enrolments: changes.enrolments,
            readAuthority: () => certificate.readAuthority(),
            certificateMinutes: config.certificateMinutes,
            issued: telemetry.certificateIssued,
          }),
          authorityPem: () => certificate.authorityPem(),
          attempts: createRateLimit({ perMinute: ENROLMENTS_PER_MINUTE }),
          renewals: createRateLimit({ perMinute: RENEWALS_PER_MINUTE }),
          issueInTurn: changes.issueInTurn,
        }),
        healthRoutes({
          async report(probeId, report) {
            const heardAgeMs = await lastSeen.heardAgeMs(probeId)
            await health.report({ probeId, report, heardAgeMs, silentSeconds: silentSeconds() })
          },
          reports: createRateLimit({ perMinute: REPORTS_PER_MINUTE }),
        }),
        eventRoutes({
          async admit(probe, answer, bodyBytes) {
            admitProbe(probe)
            admitMore()
            await gate.enterBatch(probe, answer)
            reading.enter(answer, bodyBytes)
          },
          wasRead: reading.leave,
          unpackInTurn: (unpack) =>
            unpacking(() => {
              // A small body may unpack to 16 MiB, so check again before each one.
              admitMore()
              return unpack()
            }),
          charge: pace.charge,
          async receive(probe, batch) {
            const receipt = await receive(probe, batch)
            lastSeen.noteEvents(probe.id)
            return receipt
          },
        }),
        ledger.routes,
        files.routes,
      ],
    },
    logger,
  )
  const certificate = createPresentedCertificate(
    {
      checkKeys,
      certificates: createCertificateStore(store, secrets),
      present: server.present,
    },
    { logger, metrics },
  )
  const internal = internalServer(config.internal, metrics, () =>
    backlog.newest() ? undefined : 'the log does not answer',
  )

  const life = lifecycle([
    internal,
    tracer,
    { name: 'store', stop: () => store.close() },
    log,
    deadLetters,
    meter,
    backlog,
    holds,
    createClockWatch(store, { logger, metrics }),
    certificate,
    policy,
    settings,
    lastSeen,
    refusals,
    uses,
    live,
    ledger.book,
    ...files.parts,
    server,
  ])
  return { ...life, logger, address: server.address, internalPort: internal.port }
}
