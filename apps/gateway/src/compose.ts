import { createBacklog, createDeadLetters, createLogWriter } from '@watchpost/log'
import { createLogger, createMetrics, createTracer, createWatch, internalServer, lifecycle } from '@watchpost/runtime'
import { createSealer } from '@watchpost/secrets'
import {
  connectStore,
  createCertificateStore,
  createClockWatch,
  createHoldStore,
  createProbeStore,
  createRiskPolicyStore,
  createSealedSecretStore,
  createSealingKeyStore,
} from '@watchpost/store'
import { admit, admitProbe } from './admission.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { eventRoutes } from './event-routes.ts'
import { createPresentedCertificate } from './http/presented-certificate.ts'
import { createServer } from './http/server.ts'
import { createIdentify } from './identity/identify.ts'
import { createLiveConnections } from './identity/live-connections.ts'
import { createReceiver } from './receive.ts'
import { Refusal } from './refusal.ts'
import { createGatewayTelemetry } from './telemetry.ts'

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
  telemetry.watch({
    pendingBytes: log.pendingBytes,
    backlog: backlog.newest,
    logAgeSeconds: backlog.ageSeconds,
    holds: () => holds.newest() ?? [],
  })

  const registry = createProbeStore(store)
  const live = createLiveConnections({ registry, ended: telemetry.connectionEnded, logger })
  const admission = () => ({ backlog: backlog.newest(), hold: holds.newest()?.[0], pendingBytes: log.pendingBytes() })

  const server = createServer(
    config,
    {
      identify: createIdentify({
        registry,
        authorityPem: () => certificate.authorityPem(),
        live,
        refused: telemetry.identityRefused,
      }),
      refused: telemetry.refused,
      routes: [
        eventRoutes({
          admit(probe) {
            admitProbe(probe)
            const verdict = admit(admission(), config)
            if (verdict !== 'admitted') throw new Refusal(verdict.code, verdict.detail, verdict)
          },
          receive: createReceiver({ log, deadLetters, policyVersion: policy.newest, telemetry }),
        }),
      ],
    },
    logger,
  )
  const sealer = createSealer(config.secrets.keyFile)
  const sealingKeys = createSealingKeyStore(store)
  const certificate = createPresentedCertificate(
    {
      checkKeys: async () => sealer.assertFits(await sealingKeys.list()),
      certificates: createCertificateStore(store, createSealedSecretStore(store, sealer)),
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
    live,
    server,
  ])
  return { ...life, logger, address: server.address, internalPort: internal.port }
}
