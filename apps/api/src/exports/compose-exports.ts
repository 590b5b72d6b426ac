import { storedSyslogParts } from '@watchpost/contract'
import { createEgressGuard, type EgressConfig, systemEgress } from '@watchpost/egress'
import {
  createExportStateStore,
  createProbeStore,
  createSyslogExportStore,
  type SealedSecretStore,
  type Store,
} from '@watchpost/store'
import { createRateLimit } from '../http/rate-limit.ts'
import type { SyslogParts } from './syslog-routes.ts'
import { createSyslogService } from './syslog-service.ts'
import { createTryExport } from './try-export.ts'

export interface ExportParts {
  egress: EgressConfig
  retentionHours: number
  store: Store
  secrets: SealedSecretStore
}

const TRIES_PER_MINUTE = 5

/** Builds everything about exports. */
export function composeExports({ egress, retentionHours, store, secrets }: ExportParts): SyslogParts {
  const guard = createEgressGuard(egress, systemEgress)
  const exports = createSyslogExportStore(store, secrets, storedSyslogParts)
  return {
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
  }
}
