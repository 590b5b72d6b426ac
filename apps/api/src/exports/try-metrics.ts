import { hostname } from 'node:os'
import { type MetricsTest } from '@watchpost/contract'
import { sampleSeconds, type StreamOptions, tryParent } from '@watchpost/netdata'
import type { RateLimit } from '@watchpost/runtime'
import type { MetricsExportEntry, MetricsTarget } from '@watchpost/store'
import { admitTry, tryAnswer, tryMostMs } from './trying.ts'

export interface TryMetricsPorts {
  resolve: StreamOptions['resolve']
  readKey(): Promise<string | undefined>
  limit: Pick<RateLimit, 'take'>
  version: string
}

export type TryMetrics = ReturnType<typeof createTryMetrics>

/** Connects to the parent of the metrics export and reports each step. */
export function createTryMetrics({ resolve, readKey, limit, version }: TryMetricsPorts) {
  return async (
    { target, machineGuid }: MetricsExportEntry & { target: MetricsTarget },
    caller: number,
  ): Promise<MetricsTest> => {
    admitTry(limit, caller)
    const { ip, port, iface } = target
    const steps = await tryParent(
      { ip, port, iface: iface ?? undefined },
      { key: (await readKey()) ?? '', machineGuid, hostname: hostname(), updateEvery: sampleSeconds, version },
      { resolve, signal: AbortSignal.timeout(tryMostMs) },
    )
    return tryAnswer(steps)
  }
}
