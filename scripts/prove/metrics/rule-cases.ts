/** A series that is healthy at first, then as in the failure, then healthy again. */
export interface CaseSeries {
  series: string
  well: number
  failing: number
  /** For counters, both values are increments per sample. */
  isCounter?: boolean
  /** Absent before the failure. */
  isNew?: boolean
}

const gauge = (series: string, well: number, failing: number): CaseSeries => ({ series, well, failing })
const counter = (series: string, well: number, failing: number): CaseSeries => ({
  series,
  well,
  failing,
  isCounter: true,
})

/** For each alert, by slug, values with which it must fire and must not fire. Written by hand from the runbooks. */
export const ruleCases: Record<string, readonly CaseSeries[]> = {
  'not-scraped': [gauge('up{job="watchpost",process="api"}', 1, 0)],
  'role-down': [gauge('watchpost_child_up{child="api"}', 1, 0)],
  'role-not-ready': [gauge('watchpost_child_ready{child="api"}', 1, 0)],
  'role-restarting': [counter('watchpost_process_started_seconds{process="api"}', 0, 30)],
  'log-down': [gauge('watchpost_gateway_log_age_seconds{process="gateway"}', 2, 40)],
  'database-down': [
    gauge('watchpost_store_age_seconds{process="api"}', 5, 60),
    gauge('watchpost_store_age_seconds{process="indexer"}', 5, 5),
  ],
  'engine-down': [gauge('watchpost_api_engine_away{node="http://127.0.0.1:9200"}', 0, 1)],
  'indexing-stopped': [
    gauge('watchpost_gateway_backlog_records', 0, 5_000),
    // Nothing arrives and nothing is finished: no alert.
    gauge('watchpost_indexer_last_tick_seconds', 600, 600),
  ],
  'indexing-stalled': [gauge('watchpost_indexer_stalled_partitions{process="indexer"}', 0, 2)],
  'indexing-late': [
    counter('watchpost_indexer_delay_seconds_bucket{le="1"}', 10, 0),
    counter('watchpost_indexer_delay_seconds_bucket{le="30"}', 10, 0),
    counter('watchpost_indexer_delay_seconds_bucket{le="60"}', 10, 10),
    counter('watchpost_indexer_delay_seconds_bucket{le="+Inf"}', 10, 10),
  ],
  'log-filling': [gauge('watchpost_gateway_backlog_share', 0.1, 0.5)],
  'probes-wait': [counter('watchpost_gateway_batches_refused_total{reason="backlog"}', 0, 3)],
  'events-lost': [counter('watchpost_indexer_records_lost_total', 0, 1)],
  'ledger-gaps-open': [
    gauge('watchpost_ledger_missing_events{process="api"}', 0, 40),
    gauge('watchpost_ledger_missing_events{process="api-2"}', 0, 60),
  ],
  'events-late': [
    gauge('watchpost_coverage_late_events{process="api"}', 0, 400),
    gauge('watchpost_coverage_late_events{process="api-2"}', 0, 410),
  ],
  'probes-silent': [
    gauge('watchpost_coverage_silent_probes{process="api"}', 0, 2),
    gauge('watchpost_coverage_silent_probes{process="api-2"}', 0, 2),
  ],
  'capture-loss': [counter('watchpost_coverage_dropped_packets{process="api"}', 0, 20)],
  'dead-letters': [
    {
      series: 'watchpost_indexer_records_dead_total{reason="not-json"}',
      well: 0,
      failing: 0.05,
      isCounter: true,
      isNew: true,
    },
  ],
  'event-times-wrong': [
    {
      series: 'watchpost_indexer_event_times_corrected_total{direction="ahead"}',
      well: 0,
      failing: 0.05,
      isCounter: true,
      isNew: true,
    },
  ],
  'disk-full': [
    gauge('watchpost_engine_disk_free_bytes', 50e9, 10e9),
    gauge('watchpost_engine_disk_taken_bytes', 50e9, 90e9),
  ],
  'disk-filling': [gauge('watchpost_engine_days_to_full', 3_650, 3)],
  'log-disk-full': [gauge('watchpost_gateway_log_free_bytes', 50e9, 1e9)],
  'export-behind': [gauge('watchpost_export_lag_seconds{export="1"}', 2, 900)],
  'export-disconnected': [gauge('watchpost_export_connected{export="1"}', 1, 0)],
  'export-lost': [counter('watchpost_exporter_records_lost_total', 0, 1)],
  'metrics-export-down': [gauge('watchpost_metrics_export_streaming', 1, 0)],
  'certificate-expires': [gauge('watchpost_served_certificate_expires_seconds{role="api"}', 5e6, 86_400)],
  'clock-off': [gauge('watchpost_clock_offset_seconds{role="indexer"}', -0.01, -90)],
  'clusters-late': [
    gauge('watchpost_clusters_last_tick_seconds{process="clusters"}', 1, 500),
    // A standby instance has always been waiting.
    gauge('watchpost_clusters_last_tick_seconds{process="clusters-2"}', 90_000, 90_000),
  ],
  'connections-exhausted': [
    gauge('watchpost_connections_open{role="gateway",process="gateway"}', 9_000, 15_000),
    gauge('watchpost_connections_limit{role="gateway",process="gateway"}', 16_000, 16_000),
    // Many at another port, which has a higher limit.
    gauge('watchpost_connections_open{role="api",process="api"}', 15_000, 15_000),
    gauge('watchpost_connections_limit{role="api",process="api"}', 32_000, 32_000),
  ],
  'alert-states-late': [
    gauge('watchpost_indexer_alert_states_oldest_seconds{process="indexer"}', 0, 400),
    gauge('watchpost_indexer_alert_states_oldest_seconds{process="indexer-2"}', 0, 0),
  ],
  'searches-turned-away': [
    counter('watchpost_api_search_turned_away_total{queue="costly",reason="queue-full"}', 0, 10),
  ],
  'api-failing': [
    counter('watchpost_api_requests_total{route="/api/alerts",method="GET",status="2xx"}', 10, 10),
    counter('watchpost_api_requests_total{route="/api/alerts",method="GET",status="5xx"}', 0, 5),
  ],
  'password-guessing': [counter('watchpost_api_logins_total{outcome="throttled-account"}', 0, 15)],
  'probe-cloned': [
    gauge('watchpost_probes_cloned{process="api"}', 0, 1),
    gauge('watchpost_probes_cloned{process="api-2"}', 0, 1),
  ],
  'audit-broken': [
    gauge('watchpost_audit_broken{process="api"}', 0, 1),
    gauge('watchpost_audit_broken{process="api-2"}', 0, 0),
  ],
  'audit-unsigned': [gauge('watchpost_audit_unsigned_seconds{process="api"}', 45, 900)],
  'role-stalls': [gauge('watchpost_process_event_loop_delay_seconds{role="api",process="api"}', 0.02, 3)],
}

const STEP_SECONDS = 15
const WELL = 40
const FAILING = 200
const AGAIN = 400

/** The cases in the format of `promtool test rules`: quiet, then firing, then quiet again. */
export function ruleTests(rulesFile: string, nameOf: (slug: string) => string): string {
  const at = (steps: number) => `${steps * STEP_SECONDS}s`
  const tests = Object.entries(ruleCases).map(([slug, all]) => {
    const series = all.map((each) => `      - series: '${each.series}'\n        values: '${valuesOf(each)}'\n`)
    const alert = `ALERTS{alertname="${nameOf(slug)}",alertstate="firing"}`
    const expect = (steps: number, isFiring: boolean) => `      - expr: 'count(${alert}) > bool 0 or vector(0)'
        eval_time: ${at(steps)}
        exp_samples:
          - labels: '{}'
            value: ${isFiring ? 1 : 0}
`
    return `  - interval: ${STEP_SECONDS}s
    input_series:
${series.join('')}    promql_expr_test:
${expect(WELL - 2, false)}${expect(WELL + FAILING - 4, true)}${expect(WELL + FAILING + AGAIN - 4, false)}`
  })
  return `rule_files:\n  - ${rulesFile}\nevaluation_interval: ${STEP_SECONDS}s\ntests:\n${tests.join('')}`
}

function valuesOf({ well, failing, isCounter, isNew }: CaseSeries): string {
  if (!isCounter) return `${well}+0x${WELL - 1} ${failing}+0x${FAILING - 1} ${well}+0x${AGAIN - 1}`
  const first = isNew ? 0 : well * WELL
  const second = first + failing * FAILING
  const before = isNew ? `_x${WELL}` : `0+${well}x${WELL - 1}`
  // A new counter has counted before its first scrape.
  const start = isNew ? 3 : first
  return `${before} ${start}+${failing}x${FAILING - 1} ${isNew ? start + failing * FAILING : second}+${well}x${AGAIN - 1}`
}
