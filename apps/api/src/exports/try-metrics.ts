import { hostname } from 'node:os'
import { AppError, type MetricsTest } from '@watchpost/contract'
import { type StreamOptions, tryParent } from '@watchpost/netdata'
import type { MetricsExportEntry, MetricsTarget } from '@watchpost/store'
import type { RateLimit } from '../http/rate-limit.ts'

export interface TryMetricsPorts {
  resolve: StreamOptions['resolve']
  readKey(): Promise<string | undefined>
  /** Nobody looks around in a network by trying targets. */
  limit: Pick<RateLimit, 'take'>
  version: string
}

/** All steps together take no longer. */
const MOST_MS = 20_000
const UPDATE_EVERY = 2

export type TryMetrics = ReturnType<typeof createTryMetrics>

/** Connects to the parent of the metrics export and tells each step. */
export function createTryMetrics({ resolve, readKey, limit, version }: TryMetricsPorts) {
  return async (
    { target, machineGuid }: MetricsExportEntry & { target: MetricsTarget },
    caller: number,
  ): Promise<MetricsTest> => {
    const { isAllowed, resetSeconds } = limit.take(`account ${caller}`)
    if (!isAllowed) {
      throw new AppError('too-many-requests', 'Exports can be tried 5 times a minute.', {
        retryAfterSeconds: resetSeconds,
      })
    }
    const { ip, port, iface } = target
    const steps = await tryParent(
      { ip, port, iface: iface ?? undefined },
      { key: (await readKey()) ?? '', machineGuid, hostname: hostname(), updateEvery: UPDATE_EVERY, version },
      { resolve, signal: AbortSignal.timeout(MOST_MS) },
    )
    return {
      ok: steps.every(({ isOk }) => isOk),
      steps: steps.map(({ isOk, ...rest }) => ({ ...rest, ok: isOk })),
    }
  }
}
