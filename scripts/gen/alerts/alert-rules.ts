/** A failure that the appliance can detect, and its Prometheus rule. */
export interface AlertRule {
  /** Its runbook is docs/runbooks/<slug>.md; its name is Watchpost and the slug in CamelCase. */
  slug: string
  expr: string
  /** How long it must last before the alert fires. */
  for: string
  severity: 'critical' | 'warning'
  summary: string
}

/** `increase` misses the first count of a labelled counter, so new series count as well. */
const risen = (counter: string, range: string) =>
  `sum(increase(${counter}[${range}])) > 0 or sum(${counter} unless ${counter} offset ${range}) > 0`

/** Every failure that the appliance can detect, in the order of the runbook index. */
export const alertRules: readonly AlertRule[] = [
  {
    slug: 'not-scraped',
    expr: 'up{job="watchpost"} == 0',
    for: '1m',
    severity: 'critical',
    summary: 'The metrics of {{ $labels.process }} cannot be read: its state is unknown',
  },
  {
    slug: 'role-down',
    expr: 'watchpost_child_up == 0',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.child }} is not running',
  },
  {
    slug: 'role-not-ready',
    expr: 'watchpost_child_ready == 0',
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.child }} is running but cannot work',
  },
  {
    slug: 'role-restarting',
    expr: 'changes(watchpost_process_started_seconds[15m]) >= 3',
    for: '0m',
    severity: 'warning',
    summary: '{{ $labels.process }} restarted {{ $value }} times within 15 minutes',
  },
  {
    slug: 'log-down',
    expr: 'max(watchpost_gateway_log_age_seconds) > 15',
    for: '30s',
    severity: 'critical',
    summary: 'Kafka has not answered for {{ $value | humanizeDuration }}: probes are asked to wait',
  },
  {
    slug: 'database-down',
    expr: 'max(watchpost_store_age_seconds) > 20',
    for: '30s',
    severity: 'critical',
    summary: 'PostgreSQL has not answered for {{ $value | humanizeDuration }}',
  },
  {
    slug: 'engine-down',
    expr: 'max(watchpost_api_engine_away) > 0 or max(watchpost_engine_age_seconds) > 60',
    for: '30s',
    severity: 'critical',
    summary: 'OpenSearch or one of its nodes does not answer: searches fail, events wait in Kafka',
  },
  {
    slug: 'indexing-stopped',
    expr: 'max(watchpost_gateway_backlog_records) > 0 and min(watchpost_indexer_last_tick_seconds) > 60',
    for: '30s',
    severity: 'critical',
    summary: '{{ $value }} events wait, and none has been indexed for a minute',
  },
  {
    slug: 'indexing-stalled',
    expr: 'sum(max_over_time(watchpost_indexer_stalled_partitions[10m])) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'Reading has stalled in {{ $value }} partitions with unread events, without a known cause',
  },
  {
    slug: 'indexing-late',
    expr: 'histogram_quantile(0.95, sum by (le) (rate(watchpost_indexer_delay_seconds_bucket[5m]))) > 30',
    for: '5m',
    severity: 'warning',
    summary: 'Events become searchable only {{ $value | humanizeDuration }} after they arrive',
  },
  {
    slug: 'log-filling',
    expr: 'max(watchpost_gateway_backlog_share) > 0.35',
    for: '5m',
    severity: 'warning',
    summary: 'Unindexed events use {{ $value | humanizePercentage }} of the Kafka retention; probes wait from 70% on',
  },
  {
    slug: 'probes-wait',
    expr: 'max by (reason) (watchpost_gateway_held) > 0 or sum by (reason) (rate(watchpost_gateway_batches_refused_total{reason=~"backlog|engine-disk-full|log-disk-full|log-unavailable|store-unavailable"}[2m])) > 0',
    for: '1m',
    severity: 'critical',
    summary: 'Probes are asked to wait: {{ $labels.reason }}',
  },
  {
    slug: 'events-lost',
    expr: 'sum(increase(watchpost_indexer_records_lost_total[1h])) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'Kafka deleted {{ $value }} events before they were indexed',
  },
  {
    slug: 'ledger-gaps-open',
    // Every copy of the API reports the same sum; one without the database reports an old one.
    expr: 'min(watchpost_ledger_missing_events) > 0',
    for: '15m',
    severity: 'warning',
    summary: '{{ $value }} events that probes numbered have not arrived',
  },
  {
    slug: 'events-late',
    expr: 'min(watchpost_coverage_late_events) > 0',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value }} accepted events are not indexed yet: searches do not find them',
  },
  {
    slug: 'probes-silent',
    expr: 'min(watchpost_coverage_silent_probes) > 0',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value }} probes neither report nor send events: their networks are not monitored',
  },
  {
    slug: 'capture-loss',
    // Every copy of the API reports the same sum; it shrinks when old events are deleted.
    expr: 'max(delta(watchpost_coverage_dropped_packets[15m])) > 0',
    for: '0m',
    severity: 'warning',
    summary: 'Sensors dropped {{ $value | humanize }} packets within 15 minutes: attacks in them are not detected',
  },
  {
    slug: 'dead-letters',
    expr: `${risen('watchpost_indexer_records_dead_total', '15m')} or ${risen('watchpost_gateway_records_dead_total', '15m')}`,
    for: '0m',
    severity: 'warning',
    summary: '{{ $value }} events could not be stored and are now dead letters',
  },
  {
    slug: 'event-times-wrong',
    expr: risen('watchpost_indexer_event_times_corrected_total', '15m'),
    for: '0m',
    severity: 'warning',
    summary: 'The clock of a sensor is wrong: {{ $value }} events were stored at their arrival time',
  },
  {
    slug: 'disk-full',
    expr: 'min(watchpost_engine_disk_free_bytes / (watchpost_engine_disk_free_bytes + watchpost_engine_disk_taken_bytes)) < 0.15',
    for: '1m',
    severity: 'critical',
    summary: 'Only {{ $value | humanizePercentage }} of the OpenSearch disk is free',
  },
  {
    slug: 'disk-filling',
    expr: 'min(watchpost_engine_days_to_full) < 7',
    for: '30m',
    severity: 'warning',
    summary: 'The OpenSearch disk will be full in {{ $value | humanize }} days at the current rate',
  },
  {
    slug: 'log-disk-full',
    expr: 'min(watchpost_gateway_log_free_bytes) < 2 * 1024 * 1024 * 1024',
    for: '1m',
    severity: 'critical',
    summary: 'Only {{ $value | humanize1024 }}B are free on the Kafka disk; below 1 GiB probes wait',
  },
  {
    slug: 'export-behind',
    expr: 'max by (export) (watchpost_export_lag_seconds) > 300',
    for: '2m',
    severity: 'warning',
    summary: 'Syslog export {{ $labels.export }} is {{ $value | humanizeDuration }} behind',
  },
  {
    slug: 'export-disconnected',
    expr: 'max by (export) (watchpost_export_connected) == 0',
    for: '5m',
    severity: 'warning',
    summary: 'The receiver of syslog export {{ $labels.export }} is unreachable',
  },
  {
    slug: 'export-lost',
    expr: 'sum(increase(watchpost_exporter_records_lost_total[1h])) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'Kafka deleted {{ $value }} events before they were exported',
  },
  {
    slug: 'metrics-export-down',
    expr: 'max(watchpost_metrics_export_streaming) == 0',
    for: '5m',
    severity: 'warning',
    summary: 'Metrics do not reach the Netdata parent',
  },
  {
    slug: 'certificate-expires',
    expr: 'min by (role) (watchpost_served_certificate_expires_seconds) < 14 * 86400',
    for: '1m',
    severity: 'warning',
    summary: 'The certificate of {{ $labels.role }} expires in {{ $value | humanizeDuration }}',
  },
  {
    slug: 'clock-off',
    expr: 'max by (role) (abs(watchpost_clock_offset_seconds)) > 5',
    for: '30s',
    severity: 'warning',
    summary: 'The clock of {{ $labels.role }} differs from the clock of PostgreSQL by {{ $value | humanizeDuration }}',
  },
  {
    slug: 'alert-states-late',
    expr: `max(watchpost_indexer_alert_states_oldest_seconds) > 60 or ${risen('watchpost_indexer_alert_states_refused_total', '15m')}`,
    for: '30s',
    severity: 'warning',
    summary: 'What analysts set on alerts is not in OpenSearch',
  },
  {
    slug: 'clusters-late',
    expr: 'min(watchpost_clusters_last_tick_seconds) > 120',
    for: '1m',
    severity: 'warning',
    summary: 'Alerts were last counted into clusters {{ $value | humanizeDuration }} ago',
  },
  {
    slug: 'connections-exhausted',
    // Unauthenticated peers can use three quarters of the limit. The counter shows connections closed beyond it.
    expr: 'max by (role, process) (watchpost_connections_open / watchpost_connections_limit) > 0.9 or sum by (role, process) (rate(watchpost_connections_refused_total{reason=~"full|displaced"}[5m])) > 0.1',
    for: '1m',
    severity: 'critical',
    summary:
      'The public port of {{ $labels.process }} is close to its connection limit, or closes connections to make room',
  },
  {
    slug: 'searches-turned-away',
    expr: 'sum(rate(watchpost_api_search_turned_away_total[5m])) > 0.1',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value | humanize }} searches a second are rejected, since the search queues are full',
  },
  {
    slug: 'api-failing',
    expr: 'sum(rate(watchpost_api_requests_total{status="5xx"}[5m])) / sum(rate(watchpost_api_requests_total[5m])) > 0.05',
    for: '2m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the API requests fail with a server error',
  },
  {
    slug: 'password-guessing',
    expr: 'sum(rate(watchpost_api_logins_total{outcome=~"wrong|throttled.*"}[5m])) > 0.2',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value | humanize }} wrong or throttled logins a second: someone is guessing passwords',
  },
  {
    slug: 'probe-cloned',
    expr: 'max(watchpost_probes_cloned) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'Two machines seem to use the identity of one probe; {{ $value }} probes are affected',
  },
  {
    slug: 'audit-broken',
    expr: 'max(watchpost_audit_broken) == 1',
    for: '0m',
    severity: 'critical',
    summary: 'The audit does not match what was written: rows were changed, deleted or added',
  },
  {
    slug: 'audit-unsigned',
    expr: 'max(watchpost_audit_unsigned_seconds) > 300',
    for: '1m',
    severity: 'warning',
    summary: 'Audit rows have waited for a signature for {{ $value | humanizeDuration }}',
  },
  {
    slug: 'role-stalls',
    expr: 'max by (role, process) (watchpost_process_event_loop_delay_seconds) > 2',
    for: '3m',
    severity: 'warning',
    summary: '{{ $labels.process }} is blocked for {{ $value | humanizeDuration }} at a time',
  },
]

/** For example `WatchpostLogDown`. */
export function alertName({ slug }: AlertRule): string {
  return `Watchpost${slug.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}
