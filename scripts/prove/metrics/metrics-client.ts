import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/api-client.ts'

/** The metrics export as the API returns it. */
export interface ShownExport {
  enabled: boolean
  state: {
    status: string
    host: string | null
    source_ip: string | null
    last_error: { reason: string; message: string } | null
  }
}

/** Configures the metrics export and reads its state through the API. */
export function createMetricsClient({ must }: ApiClient) {
  const path = '/api/exports/metrics'
  const read = () => must<ShownExport>('GET', path)

  return {
    read,
    put: (body: object) => must<ShownExport>('PUT', path, body),
    test: () => must<{ ok: boolean; steps: { step: string; ok: boolean }[] }>('POST', `${path}/test`),
    /** Seconds until the state is as wanted; throws with the last state on timeout. */
    async until(isWanted: (state: ShownExport['state']) => boolean, withinMs: number): Promise<number> {
      const from = Date.now()
      for (;;) {
        const { state } = await read()
        if (isWanted(state)) return (Date.now() - from) / 1_000
        if (Date.now() - from > withinMs) throw new Error(`the metrics export stays ${JSON.stringify(state)}`)
        await sleep(250)
      }
    },
  }
}
export type MetricsClient = ReturnType<typeof createMetricsClient>
