import type { AlertMark, MarkableAlert } from '@watchpost/store'
import { type AlertDetailPorts, createAlertDetailService } from '../../src/alerts/alert-detail-service.ts'
import type { AlertParts } from '../../src/alerts/alert-routes.ts'
import { type AlertPorts, createAlertService } from '../../src/alerts/alert-service.ts'
import { type ClusterPorts, createClusterService } from '../../src/alerts/clusters/cluster-service.ts'
import { createMarkService, type MarkPorts } from '../../src/alerts/marks/mark-service.ts'
import { createGroupService, type GroupPorts } from '../../src/alerts/groups/group-service.ts'
import { createSummaryService, type SummaryPorts } from '../../src/alerts/summary/summary-service.ts'
import { createBoundedQueue } from '../../src/bounded-queue.ts'

/** Parts of the alert services that a test replaces. */
export type AlertFakes = Partial<
  AlertPorts['index'] &
    AlertDetailPorts['index'] &
    AlertDetailPorts['events'] &
    MarkPorts['index'] &
    SummaryPorts['summary'] & {
      arrived: AlertPorts['arrivals']['read']
      clusters: ClusterPorts['clusters']['page']
      groups: GroupPorts['groups']['page']
    }
>

/** The alert services over fakes: nothing is stored, probe 7 is paired, and marks are kept in memory. */
export function someAlerts(fakes: AlertFakes = {}): AlertParts {
  const ports: AlertPorts & AlertDetailPorts & MarkPorts & ClusterPorts & GroupPorts & SummaryPorts = {
    clusters: { page: fakes.clusters ?? (async () => ({ clusters: [] })) },
    index: {
      page: async () => ({ entries: [] }),
      find: async () => 'absent',
      at: async () => [],
      named: async () => [],
      ...fakes,
    },
    summary: {
      summarise: fakes.summarise ?? (async () => ({ total: 0, counts: [], buckets: [], top: {} })),
    },
    groups: { page: fakes.groups ?? (async () => ({ groups: [], hasMore: false })) },
    arrivals: { read: fakes.arrived ?? (async () => ({ entries: [], cursor: 'AgEBAg' })) },
    events: { documents: async () => new Map(), flowMates: async () => ({ mates: [], isAll: true }), ...fakes },
    marks: aMarkStore(),
    probes: { paired: async () => new Set([7]) },
    searching: createBoundedQueue({ concurrency: 4, maxWaiting: 4, retryAfterSeconds: 2 }),
  }
  return {
    alerts: createAlertService(ports),
    clusters: createClusterService(ports),
    details: createAlertDetailService(ports),
    marks: createMarkService(ports),
    summaries: createSummaryService(ports),
    groups: createGroupService(ports),
  }
}

function aMarkStore(): AlertPorts['marks'] & MarkPorts['marks'] {
  const marks = new Map<string, AlertMark & MarkableAlert>()
  return {
    find: async (uuids) =>
      new Map(uuids.flatMap((uuid) => (marks.has(uuid) ? [[uuid, marks.get(uuid) as AlertMark]] : []))),
    marked: async ({ statuses, tags = [], limit, after }) =>
      [...marks.values()]
        .filter(({ status, tags: own, uuid }) => {
          const isLater = !after || uuid < after[1]
          return isLater && (!statuses || statuses.includes(status)) && tags.every((tag) => own.includes(tag))
        })
        .sort((a, b) => (a.uuid < b.uuid ? 1 : -1))
        .slice(0, limit),
    async change({ username }, alerts, { status, note, tags }) {
      for (const alert of alerts) {
        const before = marks.get(alert.uuid) ?? { status: 'open' as const, note: '', tags: [] }
        const said = { status: status ?? before.status, note: note ?? before.note, tags: [...(tags ?? before.tags)] }
        marks.set(alert.uuid, { ...alert, ...said, changedAt: new Date(0), changedBy: username })
      }
      return new Map(alerts.map(({ uuid }) => [uuid, marks.get(uuid) as AlertMark]))
    },
  }
}
