import type { MetricsExportEntry } from '@watchpost/store'
import type { MetricsExportPorts } from '../../src/exports/metrics-service.ts'

/** An in-memory store of the metrics export. */
export function aMetricsExportStore(
  reported?: Awaited<ReturnType<MetricsExportPorts['exports']['reported']>>,
): MetricsExportPorts['exports'] & { keys: string[] } {
  let entry: MetricsExportEntry = {
    version: 1,
    target: null,
    machineGuid: '3e1b1c52-0d0e-4a6b-8c21-5e4f6a7b8c9d',
  }
  const keys: string[] = []
  return {
    keys,
    read: async () => entry,
    reported: async () => reported,
    async change(_origin, wanted) {
      keys.length = 0
      if (wanted) keys.push(wanted.key)
      entry = { ...entry, version: entry.version + 1, target: wanted?.target ?? null }
      return entry
    },
  }
}
