import type { ClusterDays } from '@watchpost/engine'
import type { ArrivalPosition } from '@watchpost/model'
import type { ClusterRecount, DueRecount, Patience, RecountBacklog, RecountPosition } from '@watchpost/store'
import type { TallyKey } from './cluster-documents.ts'
import type { FrameTally, Tallies } from './tallies.ts'
import type { ClustersTelemetry } from './telemetry.ts'

export interface RecountPorts {
  recounts: {
    /** Those that have waited longest; if there are many, only after some time. */
    due(limit: number, patience: Patience): Promise<DueRecount[]>
    /** Unless they were touched again since. Returns false if another leader has begun. */
    remove(counted: readonly DueRecount[], term: number): Promise<boolean>
    current(): Promise<ClusterRecount>
    /** Adds some more of all clusters. */
    queue(days: ClusterDays['days'], from: RecountPosition, next: RecountPosition | undefined): Promise<void>
    backlog(): Promise<RecountBacklog>
  }
  /** Every IP address and day that has clusters. */
  clusterDays: {
    refresh(): Promise<void>
    after(position: RecountPosition, limit: number): Promise<ClusterDays>
  }
  tallies: Tallies
  telemetry: ClustersTelemetry
}

/** What the leader counts up to, and how it writes. */
export interface RecountLeader {
  term: number
  position: ArrivalPosition
  write(tallied: readonly FrameTally[]): Promise<void>
}

const DUE_AT_ONCE = 500
/** The alerts of an address and day are read whole, and their tallies are in memory together. */
const IPS_AT_ONCE = 100
/** A job touches the clusters of a day with each of its batches: counting them after each would cost more than the job. */
const PATIENCE_SECONDS = 20
/** Then new alerts are counted first. */
const ROUND_MS = 2_000
const MEASURE_MS = 5_000

/**
 * Counts clusters again when the status of their alerts changed, or all clusters on request. Rows are read before the
 * alerts and removed after the clusters are written, by the leader only: what changes during a count, or is counted by
 * a process that then crashes, is counted once more.
 */
export function createRecount({ recounts, clusterDays, tallies, telemetry }: RecountPorts, dueAtOnce = DUE_AT_ONCE) {
  let measuredAt = Number.NEGATIVE_INFINITY

  async function measure(): Promise<void> {
    if (performance.now() - measuredAt < MEASURE_MS) return
    telemetry.backlog(await recounts.backlog())
    measuredAt = performance.now()
  }

  /** Queues some more of all clusters, if that is requested. */
  async function queueSome(): Promise<void> {
    const { after } = await recounts.current()
    if (!after) return
    // Later clusters are counted by the current rules anyway.
    if (after.length === 0) await clusterDays.refresh()
    const { days, next } = await clusterDays.after(after, dueAtOnce)
    await recounts.queue(days, after, next)
  }

  /** One round, if anything is due. Returns true if more are due than fit into a round. */
  return async function recount({ term, position, write }: RecountLeader): Promise<boolean> {
    await measure()
    // Twice as many: queueing all clusters does not count as a large change.
    const due = await recounts.due(dueAtOnce, { many: 2 * dueAtOnce, seconds: PATIENCE_SECONDS })
    const until = performance.now() + ROUND_MS
    for (const [day, rows] of Map.groupBy(due, (row) => row.day)) {
      for (let at = 0; at < rows.length; at += IPS_AT_ONCE) {
        const some = rows.slice(at, at + IPS_AT_ONCE)
        const ips = some.map(({ ip }) => ip)
        const hours = new Map(some.map((each) => [each.ip, each.hours]))
        const whole = await tallies.again(day, ips, position)
        await write(whole.filter(({ key }) => isAmong(key, hours.get(key.ip) ?? 0)))
        if (!(await recounts.remove(some, term))) throw new Error('another replica of the service leads now')
        telemetry.recounted(some.length)
        if (performance.now() > until) return true
      }
    }
    if (due.length === dueAtOnce) return true
    await queueSome()
    return false
  }
}

/** The other hours are as they were. The day has all of them. */
function isAmong({ frequency, start }: TallyKey, hours: number): boolean {
  return frequency === 'day' || ((hours >> Number(start.slice(11, 13))) & 1) === 1
}
