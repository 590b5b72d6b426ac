import { ProbeHealthReport } from '@watchpost/contract'
import type { RateLimit } from '@watchpost/runtime'
import { withJsonBodies } from '../http/json-bodies.ts'
import { readBody } from '../http/read-body.ts'
import type { Routes } from '../http/routes.ts'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'

export interface HealthPorts {
  report(probeId: number, health: ProbeHealthReport): Promise<void>
  /** Limits reports, by probe. */
  reports: Pick<RateLimit, 'take'>
  now?: () => number
}

/** `POST /v1/health`: a probe reports its own health; the newest report is kept. */
export function healthRoutes({ report, reports, now = Date.now }: HealthPorts): Routes {
  return withJsonBodies((app) => {
    app.post<{ Body: unknown }>('/v1/health', {
      bodyLimit: limits.requestBytes,
      onRequest: async ({ probe }) => {
        const { isAllowed, resetSeconds } = reports.take(String(probe.id))
        if (!isAllowed) {
          throw new Refusal('too-many-requests', 'Report less often.', { retryAfterSeconds: resetSeconds })
        }
      },
      handler: async ({ probe, body }, reply) => {
        await report(probe.id, healthOf(body, now()))
        return reply.code(204).send()
      },
    })
  })
}

/** The report and the clock offset. The offset includes the time that the request took to arrive. */
function healthOf(body: unknown, now: number): ProbeHealthReport & { clock_offset_ms: number } {
  const report = readBody(ProbeHealthReport, body)
  const offset = Date.parse(report.host_time) - now
  if (!Number.isFinite(offset)) throw new Refusal('invalid-request', '/host_time is not an instant.')
  return { ...report, clock_offset_ms: Math.round(offset) }
}
