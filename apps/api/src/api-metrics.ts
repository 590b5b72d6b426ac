import type { Metrics } from '@watchpost/runtime'

export type ApiMetrics = ReturnType<typeof createApiMetrics>

/** What the API counts. Routes, methods and reasons are few and fixed, so the labels stay bounded. */
export function createApiMetrics(metrics: Metrics) {
  const requests = metrics.counter('api_requests', 'Requests answered, by route and class of status.')
  const seconds = metrics.seconds('api_request_seconds', 'Time from the first byte of a request to its answer.')
  const logins = metrics.counter('api_logins', 'Attempts to log in or to give a password again, by outcome.')
  const limited = metrics.counter('api_rate_limited', 'Requests over the limit of their caller, by kind of caller.')
  return {
    answered(route: string, method: string, status: number, elapsedMs: number): void {
      requests.add(1, { route, method, status: `${Math.floor(status / 100)}xx` })
      seconds.record(elapsedMs / 1_000, { route })
    },
    login(outcome: string): void {
      logins.add(1, { outcome })
    },
    rateLimited(kind: string): void {
      limited.add(1, { kind })
    },
  }
}
