import { type AlertDetailPorts, createAlertDetailService } from '../src/alerts/alert-detail-service.ts'
import type { AlertParts } from '../src/alerts/alert-routes.ts'
import { type AlertPorts, createAlertService } from '../src/alerts/alert-service.ts'
import { createBoundedQueue } from '../src/bounded-queue.ts'

/** What of the alerts a test wants to play itself. */
export type AlertFakes = Partial<
  AlertPorts['index'] &
    AlertDetailPorts['index'] &
    AlertDetailPorts['events'] & { arrived: AlertPorts['arrivals']['read'] }
>

/** The services of alerts over fakes: nothing is stored, and probe 7 is paired. */
export function someAlerts(fakes: AlertFakes = {}): AlertParts {
  const ports: AlertPorts & AlertDetailPorts = {
    index: { page: async () => ({ entries: [] }), find: async () => 'absent', at: async () => [], ...fakes },
    arrivals: { read: fakes.arrived ?? (async () => ({ entries: [], cursor: 'AQEB' })) },
    events: { documents: async () => new Map(), flowMates: async () => ({ mates: [], isAll: true }), ...fakes },
    probes: { paired: async () => new Set([7]) },
    searching: createBoundedQueue({ concurrency: 4, maxWaiting: 4, retryAfterSeconds: 2 }),
  }
  return { alerts: createAlertService(ports), details: createAlertDetailService(ports) }
}
