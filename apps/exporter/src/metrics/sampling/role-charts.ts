import type { Chart, Dimension } from '@watchpost/netdata'
import type { Figures } from './figures.ts'

/** A value and the dimension of a chart that it belongs to. */
export interface Point {
  dimension: Dimension
  value: number
}

/** A chart and how to compute its values; missing values are left out. */
export interface ChartPlan {
  chart: Chart
  points(figures: Figures): Point[]
}

/** Fractions are sent as integers, in thousandths. */
const FINE = 1_000
const SEARCH = { route: '/api/data/es/search' }
const MIB = 1024 ** 2

/** Charts of the services. A test checks that docs/metrics.md lists every metric name used here. */
export const roleCharts: readonly ChartPlan[] = [
  plan('events', 'Events on their way', 'events/s', 'ingest', 'line', (figures) => [
    ...rate('received', figures.total('watchpost_gateway_records_in_total')),
    ...rate('stored', figures.total('watchpost_gateway_records_out_total')),
    ...rate('indexed', figures.total('watchpost_indexer_records_out_total')),
    ...rate('exported', figures.total('watchpost_exporter_records_out_total')),
  ]),
  plan('event_bytes', 'Bytes of events received', 'bytes/s', 'ingest', 'area', (figures) =>
    rate('received', figures.total('watchpost_gateway_bytes_in_total')),
  ),
  plan('alerts', 'Alerts', 'alerts/s', 'ingest', 'line', (figures) => [
    ...rate('stored', figures.total('watchpost_indexer_alerts_out_total')),
    ...rate('clustered', figures.total('watchpost_clusters_alerts_in_total')),
  ]),
  plan('lag', 'Events that wait to be indexed', 'events', 'lag', 'area', (figures) =>
    level('waiting', figures.most('watchpost_gateway_backlog_records')),
  ),
  plan(
    'lag_share',
    'Share of the log that is not indexed; probes wait from 70% on',
    'percent',
    'lag',
    'area',
    (figures) => level('unread', times(figures.most('watchpost_gateway_backlog_share'), 100)),
  ),
  plan('delay', 'From arrival to storage', 'seconds', 'lag', 'line', (figures) =>
    duration(figures.duration('watchpost_indexer_delay_seconds')),
  ),
  plan('queue', 'Bytes accepted and not yet in the log', 'MiB', 'queue', 'area', (figures) =>
    level('pending', times(figures.sum('watchpost_gateway_pending_bytes'), 1 / MIB)),
  ),
  plan('search_queue', 'Searches under way and waiting', 'searches', 'queue', 'stacked', (figures) => [
    ...level('running', figures.sum('watchpost_api_searches_running')),
    ...level('waiting', figures.sum('watchpost_api_searches_waiting')),
  ]),
  plan('searches', 'Searches', 'searches/s', 'search', 'line', (figures) => [
    ...rate('answered', figures.total('watchpost_api_requests_total', { ...SEARCH, status: '2xx' })),
    ...rate('shared', figures.total('watchpost_api_searches_shared_total')),
  ]),
  plan('search_time', 'Time of a search', 'milliseconds', 'search', 'line', (figures) =>
    duration(figures.duration('watchpost_api_request_seconds', SEARCH), 1_000),
  ),
  plan('requests', 'Requests to the API', 'requests/s', 'api', 'line', (figures) =>
    [...figures.totalBy('watchpost_api_requests_total', 'status')].flatMap(([status, total]) => rate(status, total)),
  ),
  plan('refusals', 'What was turned away', 'requests/s', 'refusals', 'line', (figures) => [
    ...rate('batches', figures.total('watchpost_gateway_batches_refused_total')),
    ...rate('searches', figures.total('watchpost_api_search_refusals_total')),
    ...rate('busy', figures.total('watchpost_api_search_turned_away_total')),
    ...rate('rate_limited', figures.total('watchpost_api_rate_limited_total')),
  ]),
  plan('sign_ins', 'Attempts to sign in', 'attempts/s', 'sign-ins', 'line', (figures) =>
    [...figures.totalBy('watchpost_api_logins_total', 'outcome')].flatMap(([outcome, total]) => rate(outcome, total)),
  ),
  plan('export_lag', 'How far syslog exports are behind', 'seconds', 'exports', 'line', (figures) =>
    [...figures.by('watchpost_export_lag_seconds', 'export')].flatMap(([id, value]) => level(`export_${id}`, value)),
  ),
  plan('export_lag_events', 'Events that syslog exports have not come to', 'events', 'exports', 'line', (figures) =>
    [...figures.by('watchpost_export_lag_events', 'export')].flatMap(([id, value]) => level(`export_${id}`, value)),
  ),
  plan('storage', 'Room of the engine', 'MiB', 'storage', 'stacked', (figures) => [
    ...level('events', times(figures.most('watchpost_engine_data_bytes'), 1 / MIB)),
    ...level('free', times(figures.least('watchpost_engine_disk_free_bytes'), 1 / MIB)),
    ...level('log_free', times(figures.least('watchpost_gateway_log_free_bytes'), 1 / MIB)),
  ]),
  plan('days_to_full', 'Days until the disk of the engine is full', 'days', 'storage', 'line', (figures) =>
    level('days', figures.least('watchpost_engine_days_to_full')),
  ),
  plan('unstored', 'Events that could not be stored or were lost', 'events/s', 'trouble', 'line', (figures) => [
    ...rate(
      'dead',
      plus(
        figures.total('watchpost_indexer_records_dead_total'),
        figures.total('watchpost_gateway_records_dead_total'),
      ),
    ),
    ...rate(
      'lost',
      plus(
        figures.total('watchpost_indexer_records_lost_total'),
        figures.total('watchpost_exporter_records_lost_total'),
      ),
    ),
  ]),
  plan('roles', 'Processes that are ready', 'processes', 'roles', 'stacked', (figures) =>
    [...figures.by('watchpost_child_ready', 'child')].flatMap(([name, value]) => level(name, value)),
  ),
  plan('restarts', 'Processes started again', 'restarts/s', 'roles', 'line', (figures) =>
    rate('restarts', figures.total('watchpost_child_restarts_total')),
  ),
  plan('memory', 'Memory of the processes', 'MiB', 'roles', 'stacked', (figures) =>
    [...figures.by('watchpost_process_resident_bytes', 'process')].flatMap(([name, value]) => level(name, value / MIB)),
  ),
  plan('cpu', 'Processor time of the processes', 'percent', 'roles', 'line', (figures) =>
    rate('all', times(figures.total('watchpost_process_cpu_seconds_total'), 100), FINE),
  ),
  plan('clock', 'Clock offset of the services', 'seconds', 'clock', 'line', (figures) => [
    ...level('ahead', figures.most('watchpost_clock_offset_seconds')),
    ...level('behind', figures.least('watchpost_clock_offset_seconds')),
  ]),
]

function plan(
  name: string,
  title: string,
  units: string,
  family: string,
  kind: Chart['kind'],
  points: ChartPlan['points'],
): ChartPlan {
  return { chart: { id: `watchpost.${name}`, title, units, family, kind, priority: 500 }, points }
}

/** Counters are integers already. In thousandths, large ones would no longer be exact. */
function rate(id: string, total: number | undefined, divisor = 1): Point[] {
  if (total === undefined) return []
  return [{ dimension: { id, algorithm: 'incremental', divisor }, value: total * divisor }]
}

function level(id: string, value: number | undefined): Point[] {
  if (value === undefined || !Number.isFinite(value)) return []
  return [{ dimension: { id, algorithm: 'absolute', divisor: FINE }, value: value * FINE }]
}

function duration(took: { meanSeconds: number; p95Seconds: number } | undefined, unit = 1): Point[] {
  return [...level('mean', times(took?.meanSeconds, unit)), ...level('p95', times(took?.p95Seconds, unit))]
}

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}
