import { hostname } from 'node:os'
import type { EgressGuard } from '@watchpost/egress'
import { connectStream, sampleSeconds } from '@watchpost/netdata'
import { type Logger, productFiles } from '@watchpost/runtime'
import { createLeaderLock, createMetricsExportStore, type SealedSecretStore, type Store } from '@watchpost/store'
import type { ExporterConfig } from '../exporter-config.ts'
import type { Telemetry } from '../telemetry.ts'
import { createGather } from './sampling/gather.ts'
import { readMachine } from './sampling/machine.ts'
import { roleCharts } from './sampling/role-charts.ts'
import { createSampler } from './sampling/sampler.ts'
import type { ServeMetricsPorts } from './serve-metrics.ts'
import { runStreamLoop } from './stream-loop.ts'
import { createStreamState } from './stream-state.ts'
import { wantedNames } from './sampling/wanted-names.ts'

export interface MetricsExportParts {
  config: Pick<ExporterConfig, 'supervisor' | 'otherSupervisors'>
  store: Store
  secrets: SealedSecretStore
  guard: Pick<EgressGuard, 'resolve'>
  telemetry: Telemetry
  logger: Logger
}

/** Builds the metrics export: metrics pages of all services → Netdata. */
export function composeMetricsExport({
  config,
  store,
  secrets,
  guard,
  telemetry,
  logger,
}: MetricsExportParts): ServeMetricsPorts {
  const exports = createMetricsExportStore(store, secrets)
  const state = createStreamState(hostname())
  telemetry.watchMetrics(state)
  const wanted = wantedNames(roleCharts)
  const gather = createGather({
    supervisors: [config.supervisor, ...config.otherSupervisors],
    isWanted: (name) => wanted.has(name),
  })
  return {
    lead: createLeaderLock(store, 'metricsLeader'),
    read: exports.read,
    readKey: exports.readKey,
    report: exports.report,
    state,
    logger,
    stream({ target: { ip, port, iface }, key, machineGuid }, stop) {
      const identity = {
        key,
        machineGuid,
        hostname: hostname(),
        updateEvery: sampleSeconds,
        version: productFiles().version().version,
      }
      const target = { ip, port, iface: iface ?? undefined }
      const sample = createSampler({ gather, machine: readMachine })
      return runStreamLoop(
        {
          connect: (signal) => connectStream(target, identity, { resolve: guard.resolve, signal }),
          sample,
          state,
          telemetry,
          sampleMs: sampleSeconds * 1_000,
        },
        stop,
      )
    },
  }
}
