import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/api-client.ts'

/** The export of metrics as a client of the API sees it. */
export interface ShownExport {
  enabled: boolean
  state: {
    status: string
    host: string | null
    source_ip: string | null
    last_error: { reason: string; message: string } | null
  }
}

/** Sets the export of metrics and looks at its state, as any client of the API would. */
export function createMetricsClient({ must }: ApiClient) {
  const path = '/api/exports/metrics'
  const read = () => must<ShownExport>('GET', path)

  return {
    read,
    put: (body: object) => must<ShownExport>('PUT', path, body),
    test: () => must<{ ok: boolean; steps: { step: string; ok: boolean }[] }>('POST', `${path}/test`),
    /** Seconds until the state is as wanted; throws with what it is when it never comes. */
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
