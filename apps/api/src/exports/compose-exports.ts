import { networkInterfaces } from 'node:os'
import { storedSyslogParts } from '@watchpost/contract'
import { createEgressGuard, type EgressConfig, systemEgress } from '@watchpost/egress'
import { createRateLimit } from '@watchpost/runtime'
import {
  createExportStateStore,
  createMetricsExportStore,
  createProbeStore,
  createSyslogExportStore,
  type SealedSecretStore,
  type Store,
} from '@watchpost/store'
import type { MetricsParts } from './metrics-routes.ts'
import { createMetricsService } from './metrics-service.ts'
import type { SyslogParts } from './syslog-routes.ts'
import { createSyslogService } from './syslog-service.ts'
import { createTryExport } from './try-export.ts'
import { createTryMetrics } from './try-metrics.ts'

export interface ExportParts {
  egress: EgressConfig
  retentionHours: number
  store: Store
  secrets: SealedSecretStore
  version: string
}

const TRIES_PER_MINUTE = 5

/** Builds the export services. */
export function composeExports({ egress, retentionHours, store, secrets, version }: ExportParts): {
  syslog: SyslogParts
  metricsExport: MetricsParts
} {
  const guard = createEgressGuard(egress, systemEgress)
  const exports = createSyslogExportStore(store, secrets, storedSyslogParts)
  const metricsExports = createMetricsExportStore(store, secrets)
  return {
    syslog: {
      service: createSyslogService({
        exports,
        states: createExportStateStore(store),
        probes: createProbeStore(store),
        whyNotTarget: guard.whyNotTarget,
        retentionHours,
      }),
      tryExport: createTryExport({
        resolve: guard.resolve,
        readKey: exports.readKey,
        limit: createRateLimit({ perMinute: TRIES_PER_MINUTE }),
      }),
    },
    metricsExport: {
      service: createMetricsService({
        exports: metricsExports,
        whyNotTarget: guard.whyNotTarget,
        interfaces: () => Object.keys(networkInterfaces()),
      }),
      tryMetrics: createTryMetrics({
        resolve: guard.resolve,
        readKey: metricsExports.readKey,
        limit: createRateLimit({ perMinute: TRIES_PER_MINUTE }),
        version,
      }),
    },
  }
}
