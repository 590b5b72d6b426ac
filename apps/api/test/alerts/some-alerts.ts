import type { AlertHistoryEntry, AlertMark, MarkableAlert } from '@watchpost/store'
import { type AlertPartPorts, createAlertParts } from '../../src/alerts/alert-parts.ts'
import type { AlertDetailPorts } from '../../src/alerts/alert-detail-service.ts'
import type { AlertParts } from '../../src/alerts/alert-routes.ts'
import type { AlertPorts } from '../../src/alerts/alert-service.ts'
import type { ClusterPorts } from '../../src/alerts/clusters/cluster-service.ts'
import type { HistoryPorts } from '../../src/alerts/marks/history-service.ts'
import type { MarkPorts } from '../../src/alerts/marks/mark-service.ts'
import type { JobPorts } from '../../src/alerts/jobs/job-service.ts'
import type { GroupPorts } from '../../src/alerts/groups/group-service.ts'
import type { SummaryPorts } from '../../src/alerts/summary/summary-service.ts'
import type { Searching } from '../../src/queues/searching.ts'
import { someJobs } from './some-jobs.ts'

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
      jobs: Partial<JobPorts['jobs']>
      countSet: JobPorts['alertSet']['count']
    }
>

/** The alert services over fakes: nothing is stored, probe 7 is paired, and marks are kept in memory. */
export function someAlerts(searching: Searching, fakes: AlertFakes = {}): AlertParts {
  const ports: AlertPartPorts = {
    jobs: { ...someJobs(), ...fakes.jobs },
    alertSet: { count: fakes.countSet ?? (async () => 0) },
    freezeNow: async () => ({
      before: { epoch: 1, offsets: new Map([[0, 5]]) },
      freeze: { snapshot: '7:9:8', atMs: 1_794_906_000_000 },
    }),
    hasten: async (job) => job,
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
    ...aMarkStore(),
    assignees: { list: async () => ['administrator', 'operator'] },
    probes: { paired: async () => new Set([7]) },
    searching,
  }
  return createAlertParts(ports)
}

type Marks = AlertPorts['marks'] & MarkPorts['marks']

/** Marks, which the engine never has, and their history. Tags are only replaced, and the only user is `operator`. */
function aMarkStore(): Pick<HistoryPorts, 'history'> & Pick<AlertPorts, 'outbox'> & { marks: Marks } {
  const stored = new Map<string, { alert: MarkableAlert; mark: AlertMark }>()
  const history = new Map<string, AlertHistoryEntry[]>()
  const find = (uuids: readonly string[]) =>
    new Map(
      uuids.flatMap((uuid) => {
        const found = stored.get(uuid)
        return found ? [[uuid, found.mark] as const] : []
      }),
    )
  return {
    marks: {
      find: async (uuids) => find(uuids),
      async change({ username }, alerts, { status, note, tags, verdict, reason, assignee }) {
        if (assignee && assignee !== 'operator') return 'unknown-assignee'
        for (const alert of alerts) {
          const before = stored.get(alert.uuid)?.mark ?? unchanged
          const who = { changedAt: new Date(0), changedBy: username }
          const mark = {
            status: status ?? before.status,
            note: note ?? before.note,
            tags: [...(tags ?? before.tags)],
            verdict: verdict === undefined ? before.verdict : verdict,
            reason: reason ?? before.reason,
            assignee: assignee === undefined ? before.assignee : assignee,
            ...who,
          }
          stored.set(alert.uuid, { alert, mark })
          const entries = history.get(alert.uuid) ?? []
          const changes = { status: { from: before.status, to: mark.status } }
          history.set(alert.uuid, [{ id: entries.length + 1, ...who, changes }, ...entries])
        }
        return find(alerts.map(({ uuid }) => uuid))
      },
    },
    outbox: {
      within: async () => [...stored.values()].map(({ alert, mark }) => ({ ...alert, ...mark, revision: 1 })),
    },
    history: {
      read: async (uuid, { limit, before = Number.MAX_SAFE_INTEGER }) =>
        (history.get(uuid) ?? []).filter(({ id }) => id < before).slice(0, limit),
    },
  }
}

const unchanged = { status: 'open', note: '', tags: [], verdict: null, reason: '', assignee: null } as const
