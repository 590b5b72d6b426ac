/** One failure that the appliance knows, and how Prometheus sees it. */
export interface AlertRule {
  /** Its page is docs/runbooks/<slug>.md, its name Watchpost and the words of it. */
  slug: string
  expr: string
  /** How long it has to last. */
  for: string
  severity: 'critical' | 'warning'
  summary: string
}

/** A labelled counter appears with its first count, which `increase` does not see: what is new counts as well. */
const risen = (counter: string, range: string) =>
  `sum(increase(${counter}[${range}])) > 0 or sum(${counter} unless ${counter} offset ${range}) > 0`

/** Every failure that the appliance can tell of itself, the worst first. */
export const alertRules: readonly AlertRule[] = [
  {
    slug: 'not-scraped',
    expr: 'up{job="watchpost"} == 0',
    for: '1m',
    severity: 'critical',
    summary: 'Nothing is known of {{ $labels.process }}: its metrics cannot be read',
  },
  {
    slug: 'role-down',
    expr: 'watchpost_child_up == 0',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.child }} does not run',
  },
  {
    slug: 'role-not-ready',
    expr: 'watchpost_child_ready == 0',
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.child }} runs and cannot do its work',
  },
  {
    slug: 'role-restarting',
    expr: 'changes(watchpost_process_started_seconds[15m]) >= 3',
    for: '0m',
    severity: 'warning',
    summary: '{{ $labels.process }} was started again {{ $value }} times within 15 minutes',
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
    summary: 'OpenSearch, or a node of it, does not answer: searches fail, events wait in Kafka',
  },
  {
    slug: 'indexing-stopped',
    expr: 'max(watchpost_gateway_backlog_records) > 0 and min(watchpost_indexer_last_tick_seconds) > 60',
    for: '30s',
    severity: 'critical',
    summary: '{{ $value }} events wait, and none was indexed for a minute',
  },
  {
    slug: 'indexing-stalled',
    expr: 'sum(max_over_time(watchpost_indexer_stalled_partitions[10m])) > 0',
    for: '0m',
    severity: 'critical',
    summary: '{{ $value }} partitions have unread events and do not move, without a known cause',
  },
  {
    slug: 'indexing-late',
    expr: 'histogram_quantile(0.95, sum by (le) (rate(watchpost_indexer_delay_seconds_bucket[5m]))) > 30',
    for: '5m',
    severity: 'warning',
    summary: 'Events can be searched only {{ $value | humanizeDuration }} after they arrived',
  },
  {
    slug: 'log-filling',
    expr: 'max(watchpost_gateway_backlog_share) > 0.35',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of what Kafka keeps is not indexed; probes wait from 70% on',
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
    summary: 'Kafka forgot {{ $value }} events before they were indexed',
  },
  {
    slug: 'ledger-gaps-open',
    // Every copy of the API tells the same sum; one that has lost the database tells an old one.
    expr: 'min(watchpost_ledger_missing_events) > 0',
    for: '15m',
    severity: 'warning',
    summary: '{{ $value }} events that probes have numbered never arrived',
  },
  {
    slug: 'events-late',
    expr: 'min(watchpost_coverage_late_events) > 0',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value }} events were accepted and are not indexed: searches do not find them',
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
    // Every copy of the API tells the same sum; it shrinks when old events are removed.
    expr: 'max(delta(watchpost_coverage_dropped_packets[15m])) > 0',
    for: '0m',
    severity: 'warning',
    summary: 'Sensors dropped {{ $value | humanize }} packets within 15 minutes: what was in them is not detected',
  },
  {
    slug: 'dead-letters',
    expr: `${risen('watchpost_indexer_records_dead_total', '15m')} or ${risen('watchpost_gateway_records_dead_total', '15m')}`,
    for: '0m',
    severity: 'warning',
    summary: '{{ $value }} events could not be stored and wait among the dead letters',
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
    summary: 'Only {{ $value | humanizePercentage }} of the disk of OpenSearch is free',
  },
  {
    slug: 'disk-filling',
    expr: 'min(watchpost_engine_days_to_full) < 7',
    for: '30m',
    severity: 'warning',
    summary: 'The disk of OpenSearch is full in {{ $value | humanize }} days at this pace',
  },
  {
    slug: 'log-disk-full',
    expr: 'min(watchpost_gateway_log_free_bytes) < 2 * 1024 * 1024 * 1024',
    for: '1m',
    severity: 'critical',
    summary: 'Only {{ $value | humanize1024 }}B are free on the disk of Kafka; below 1 GiB probes wait',
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
    summary: 'The receiver of syslog export {{ $labels.export }} cannot be reached',
  },
  {
    slug: 'export-lost',
    expr: 'sum(increase(watchpost_exporter_records_lost_total[1h])) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'Kafka forgot {{ $value }} events before they were exported',
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
    summary: 'The clock of {{ $labels.role }} is {{ $value | humanizeDuration }} off that of PostgreSQL',
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
    // Strangers fill three quarters and no more; what is closed or refused beyond that shows in the counter.
    expr: 'max by (role, process) (watchpost_connections_open / watchpost_connections_limit) > 0.9 or sum by (role, process) (rate(watchpost_connections_refused_total{reason=~"full|displaced"}[5m])) > 0.1',
    for: '1m',
    severity: 'critical',
    summary:
      'The public port of {{ $labels.process }} has as many connections as it takes: others are refused or closed',
  },
  {
    slug: 'searches-turned-away',
    expr: 'sum(rate(watchpost_api_search_turned_away_total[5m])) > 0.1',
    for: '5m',
    severity: 'warning',
    summary: 'Searches are told to come back later, {{ $value | humanize }} a second',
  },
  {
    slug: 'api-failing',
    expr: 'sum(rate(watchpost_api_requests_total{status="5xx"}[5m])) / sum(rate(watchpost_api_requests_total[5m])) > 0.05',
    for: '2m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of the requests to the API fail by our own fault',
  },
  {
    slug: 'password-guessing',
    expr: 'sum(rate(watchpost_api_logins_total{outcome=~"wrong|throttled.*"}[5m])) > 0.2',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value | humanize }} wrong or throttled logins a second: someone guesses passwords',
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
    summary: 'The audit is not what was written: rows were changed, removed or added',
  },
  {
    slug: 'audit-unsigned',
    expr: 'max(watchpost_audit_unsigned_seconds) > 300',
    for: '1m',
    severity: 'warning',
    summary: 'Rows of the audit have waited for a signature for {{ $value | humanizeDuration }}',
  },
  {
    slug: 'role-stalls',
    expr: 'max by (role, process) (watchpost_process_event_loop_delay_seconds) > 2',
    for: '3m',
    severity: 'warning',
    summary: '{{ $labels.process }} stands still for {{ $value | humanizeDuration }} at a time',
  },
]

/** As `WatchpostLogDown`. */
export function alertName({ slug }: AlertRule): string {
  return `Watchpost${slug.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}
