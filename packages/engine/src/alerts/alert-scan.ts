import type { Client } from '@opensearch-project/opensearch'
import type { ArrivalPosition } from '@watchpost/model'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import type { AlertEntry } from './alert-entry.ts'
import { arrivedBefore } from './arrived-before.ts'
import { askEngine, type Asking } from './ask-engine.ts'

/** The fields of an alert that clusters use. */
export type CountedAlert = Pick<
  AlertEntry,
  '@timestamp' | 'uuid' | 'type' | 'name' | 'risk' | 'policy_version' | 'probe' | 'src_ip' | 'dest_ip' | 'ingest'
> &
  // Entries of early versions have no status: they are open.
  Partial<Pick<AlertEntry, 'status'>>

export interface ScanRequest {
  /** Start inclusive, end exclusive. */
  from: string
  to: string
  /** Alerts with one of these IP addresses; all if omitted. */
  ips?: readonly string[]
  /** Only alerts before this position in the order of arrival. */
  below: ArrivalPosition
}

export type AlertScan = ReturnType<typeof createAlertScan>

interface Answer {
  hits: { hits: { _source: CountedAlert; sort: [number, string] }[] }
}

/** Each page is in memory as bytes, as text and as objects at once: for 10,000 alerts, that is 30 MiB. */
const PAGE = 2_000
const fields = [
  '@timestamp',
  'uuid',
  'type',
  'name',
  'status',
  'risk',
  'policy_version',
  'probe',
  'src_ip',
  'dest_ip',
  'ingest',
]

/** Scans all alerts of a range. */
export function createAlertScan(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${aliasName(prefix, 'alerts')}/_search`

  return {
    /** The number of matching alerts. */
    async count(request: ScanRequest, asking: Asking): Promise<number> {
      const body = { size: 0, track_total_hits: true, query: queryOf(request) }
      const { hits } = await askEngine<{ hits: { total: { value: number } } }>(client, { path, body }, asking)
      return hits.total.value
    },

    /** Ordered by time. */
    async *scan(request: ScanRequest, asking: Asking): AsyncGenerator<CountedAlert[]> {
      let after: [number, string] | undefined
      for (;;) {
        const body = {
          size: PAGE,
          track_total_hits: false,
          _source: fields,
          query: queryOf(request),
          sort: [{ '@timestamp': 'asc' }, { uuid: 'asc' }],
          ...(after && { search_after: after }),
        }
        const { hits } = await askEngine<Answer>(client, { path, body }, asking)
        if (hits.hits.length > 0) yield hits.hits.map(({ _source: alert }) => alert)
        if (hits.hits.length < PAGE) return
        after = hits.hits.at(-1)?.sort
      }
    },

    /** The days of the oldest and the newest alert, for example `2026-11-14`; undefined if there are no alerts. */
    async days(asking: Asking): Promise<{ first: string; last: string } | undefined> {
      const oldest = await edge('asc', asking)
      const newest = await edge('desc', asking)
      return oldest && newest ? { first: oldest.slice(0, 10), last: newest.slice(0, 10) } : undefined
    },
  }

  async function edge(direction: 'asc' | 'desc', asking: Asking): Promise<string | undefined> {
    const body = { size: 1, track_total_hits: false, _source: ['@timestamp'], sort: [{ '@timestamp': direction }] }
    const { hits } = await askEngine<Answer>(client, { path, body }, asking)
    return hits.hits[0]?._source['@timestamp']
  }
}

function queryOf({ from, to, ips, below }: ScanRequest): object {
  return {
    bool: {
      filter: [
        { range: { '@timestamp': { gte: from, lt: to } } },
        ...(ips ? [{ terms: { ip: ips } }] : []),
        arrivedBefore(below),
      ],
    },
  }
}
