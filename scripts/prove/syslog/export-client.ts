import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/api-client.ts'

export interface ExportState {
  status: string
  lag_events: number
  lag_seconds: number
  lost_events: number
  repeated_events: number
  last_error: { message: string } | null
}

/** Configures exports and reads their state through the API. */
export function createExportClient({ must }: ApiClient) {
  const path = (id: number) => `/api/exports/syslog/${id}`

  const state = async (id: number): Promise<ExportState> => (await must('GET', path(id))).state as ExportState

  return {
    put: (id: number, body: unknown) => must('PUT', path(id), body),
    remove: (id: number) => must('DELETE', path(id)),
    state,
    /** Waits until an export has reached the end of the log; returns the seconds it took. */
    async caughtUp(id: number, withinMs: number): Promise<number> {
      const from = Date.now()
      // The end of the log and the state are each updated once a second.
      await sleep(4_000)
      while (Date.now() - from < withinMs) {
        const { lag_events, status } = await state(id)
        if (lag_events === 0 && status === 'connected') return (Date.now() - from) / 1_000
        await sleep(500)
      }
      throw new Error(`export ${id} did not catch up: ${JSON.stringify(await state(id))}`)
    },
  }
}
export type ExportClient = ReturnType<typeof createExportClient>
