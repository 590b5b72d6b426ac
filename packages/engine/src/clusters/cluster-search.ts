import type { Client } from '@opensearch-project/opensearch'
import { askEngine, type Asking } from '../alerts/ask-engine.ts'
import type { EngineConfig } from '../connect/engine-config.ts'
import type { ClusterDocument } from './cluster-document.ts'
import { clusterAlias } from './cluster-index.ts'

export type ClusterOrder = `${'date' | 'risk' | 'ip' | 'number_alerts'}_${'asc' | 'desc'}`

export interface ClusterFilter {
  frequency: 'hour' | 'day'
  /** For example `src/all`. */
  angle: string
  /** Starts of frames, both inclusive: ISO 8601 in UTC with milliseconds. */
  from?: string
  to?: string
  /** An IP address or a network. */
  ip?: string
  /** Whether it has open alerts. One that is not counted by status yet has. */
  hasOpen?: boolean
  riskMin?: number
  riskMax?: number
}

/** The sort values of the last cluster before a page. */
export type ClusterPosition = (number | string)[]

export interface ClusterPageRequest {
  filter: ClusterFilter
  order: ClusterOrder
  limit: number
  after?: ClusterPosition
  count: 'exact' | 'some' | 'none'
}

export interface ClusterPage {
  clusters: ClusterDocument[]
  next?: ClusterPosition
  total?: { value: number; isExact: boolean }
}

export type ClusterSearch = ReturnType<typeof createClusterSearch>

interface Answer {
  hits: {
    total?: { value: number; relation: 'eq' | 'gte' }
    hits: { _source: ClusterDocument; sort: ClusterPosition }[]
  }
}

type SortKey = Record<string, 'asc' | 'desc'>

/** Within an angle and a frequency, IP address and date are unique, so that every order ends with the remaining one. */
function sortOf(order: ClusterOrder): SortKey[] {
  const at = order.lastIndexOf('_')
  const [key, direction] = [order.slice(0, at), order.slice(at + 1) as 'asc' | 'desc']
  if (key === 'ip') return [{ ip: direction }, { date: direction }]
  if (key === 'risk') return [{ by_risk: direction }, { ip: direction }]
  return [{ [key]: direction }, { by_risk: direction }, { ip: direction }]
}

/** Lists clusters. */
export function createClusterSearch(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${clusterAlias(prefix)}/_search`

  return {
    async page({ filter, order, limit, after, count }: ClusterPageRequest, asking: Asking): Promise<ClusterPage> {
      const body = {
        size: limit + 1,
        query: { bool: { filter: clausesOf(filter) } },
        sort: sortOf(order),
        track_total_hits: count === 'exact' ? true : count === 'some' ? 10_000 : false,
        ...(after && { search_after: after }),
      }
      const { hits } = await askEngine<Answer>(client, { path, body }, asking)
      const shown = hits.hits.slice(0, limit)
      const last = hits.hits.length > limit ? shown.at(-1)?.sort : undefined
      return {
        clusters: shown.map(({ _source: cluster }) => cluster),
        ...(last && { next: last }),
        ...(hits.total && { total: { value: hits.total.value, isExact: hits.total.relation === 'eq' } }),
      }
    },
  }
}

function clausesOf({ frequency, angle, from, to, ip, hasOpen, riskMin, riskMax }: ClusterFilter): object[] {
  return [
    { term: { angles: angle } },
    { term: { frequency } },
    ...range('date', from, to),
    ...range('risk_score', riskMin, riskMax),
    ...(ip === undefined ? [] : [{ term: { ip } }]),
    ...(hasOpen === undefined
      ? []
      : [hasOpen ? { bool: { must_not: [{ term: { open: 0 } }] } } : { term: { open: 0 } }]),
  ]
}

function range(field: string, least: string | number | undefined, most: string | number | undefined): object[] {
  return least === undefined && most === undefined ? [] : [{ range: { [field]: { gte: least, lte: most } } }]
}
