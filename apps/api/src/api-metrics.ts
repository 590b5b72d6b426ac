import type { Metrics } from '@watchpost/runtime'
import type { FleetTotals } from '@watchpost/store'
import type { AnsweredRequest } from './http/answered-request.ts'

export type ApiMetrics = ReturnType<typeof createApiMetrics>

/** The ledger sums that become metrics. */
interface LedgerFigures {
  missing: number
  gaps: number
  waiting: number
  expired: number
}

/** Metrics of the API. Routes, methods and reasons are few and fixed, so the label cardinality stays bounded. */
export function createApiMetrics(metrics: Metrics) {
  const requests = metrics.counter('api_requests_total', 'Requests answered, by route and class of status.', [
    'route',
    'method',
    'status',
  ])
  const seconds = metrics.seconds('api_request_seconds', 'Time from the first byte of a request to its answer.', [
    'route',
  ])
  const logins = metrics.counter('api_logins_total', 'Attempts to log in or to give a password again, by outcome.', [
    'outcome',
  ])
  const limited = metrics.counter(
    'api_rate_limited_total',
    'Requests over the limit of their caller, by kind of caller.',
    ['kind'],
  )
  let lostEntries = 0
  metrics.total('audit_entries_lost_total', 'Entries of the audit that there was no room for.', () => lostEntries)
  return {
    /** Counts an audit entry that was dropped because the buffer was full. */
    auditEntryLost(): void {
      lostEntries += 1
    },
    /** Exposes the state of the audit. */
    watchAudit(newest: () => { unsignedSeconds: number; broken: unknown } | undefined): void {
      metrics.gauge('audit_broken', 'Whether the audit was found not to be what was written.', [], () => {
        const kept = newest()
        return kept && (kept.broken === null ? 0 : 1)
      })
      metrics.gauge(
        'audit_unsigned_seconds',
        'Age of the oldest row of the audit that no checkpoint covers.',
        [],
        () => newest()?.unsignedSeconds,
      )
    },
    answered(batch: readonly Pick<AnsweredRequest, 'route' | 'method' | 'status' | 'ms'>[]): void {
      const counts = new Map<string, { count: number; labels: Parameters<typeof requests.add>[1] }>()
      for (const { route, method, status, ms } of batch) {
        const labels = { route, method, status: `${Math.floor(status / 100)}xx` }
        const key = `${labels.status} ${method} ${route}`
        const counted = counts.get(key) ?? { count: 0, labels }
        counted.count += 1
        counts.set(key, counted)
        seconds.record(ms / 1_000, { route })
      }
      for (const { count, labels } of counts.values()) requests.add(count, labels)
    },
    /** Calls `count` before metrics are read, for what is counted in batches. */
    beforeText: metrics.beforeText,
    login(outcome: string): void {
      logins.add(1, { outcome })
    },
    /** Every instance of the API reports the same sums. */
    watchLedger(newest: () => LedgerFigures | undefined): void {
      metrics.gauge(
        'ledger_missing_events',
        'Events that probes have numbered and that never arrived.',
        [],
        () => newest()?.missing,
      )
      metrics.gauge('ledger_gaps', 'Ranges of numbers that are missing.', [], () => newest()?.gaps)
      metrics.gauge(
        'ledger_waiting_events',
        'Events that were accepted and cannot be found yet.',
        [],
        () => newest()?.waiting,
      )
      metrics.gauge(
        'ledger_expired_events',
        'Events that were accepted and were gone before they could be stored: the log forgot them or was lost.',
        [],
        () => newest()?.expired,
      )
    },
    /** Every instance of the API reports the same figures, over all retained data, removed probes included. */
    watchCoverage(newest: () => FleetTotals | undefined): void {
      metrics.gauge(
        'coverage_silent_probes',
        'Probes that neither reported nor sent an event for longer than they may.',
        [],
        () => newest()?.silentProbes,
      )
      metrics.gauge(
        'coverage_late_events',
        'Events that were accepted and are not indexed after 15 seconds.',
        [],
        () => newest()?.late,
      )
      metrics.gauge(
        'coverage_missing_events',
        'Events that probes numbered and that never arrived, those of removed probes and those given up included.',
        [],
        () => newest()?.missing,
      )
      metrics.gauge(
        'coverage_dead_lettered_events',
        'Events that are among the dead letters and in no index.',
        [],
        () => newest()?.deadLettered,
      )
      metrics.gauge(
        'coverage_expired_events',
        'Events that were accepted and that the log dropped before they were indexed.',
        [],
        () => newest()?.expired,
      )
      metrics.gauge('coverage_dropped_packets', 'Packets that sensors could not inspect.', [], () => newest()?.dropped)
    },
    /** Every instance of the API reports the same number. */
    watchClones(newest: () => number | undefined): void {
      metrics.gauge('probes_cloned', 'Probes with a clone alarm that can still connect.', [], newest)
    },
    rateLimited(kind: string): void {
      limited.add(1, { kind })
    },
  }
}
