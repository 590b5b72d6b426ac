import type { Client } from '@opensearch-project/opensearch'
import { askEngine, type Asking } from '../alerts/ask-engine.ts'
import type { EngineConfig } from '../connect/engine-config.ts'
import { clusterAlias } from './cluster-index.ts'
import type { ClusterDocument } from './cluster-document.ts'
import type { ClusterPosition } from './cluster-search.ts'

export interface ClusterDays {
  /** An IP address and a day, for example `2026-11-14`. */
  days: { day: string; ip: string }[]
  /** Absent if these are the last. */
  next?: ClusterPosition
}

interface Answer {
  hits: { hits: { _source: Pick<ClusterDocument, 'ip' | 'date'>; sort: ClusterPosition }[] }
}

/** Every IP address and day that has clusters. */
export function createClusterDays(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const alias = clusterAlias(prefix)

  return {
    /** Makes all clusters searchable, on every copy of every shard. */
    async refresh(): Promise<void> {
      const { body } = await client.indices.refresh({ index: alias })
      if (body._shards?.failed !== 0) throw new Error('not every copy of the clusters could be refreshed')
    },

    /** Some of them, by day and IP address, after a position; an empty one is before the first. */
    async after(position: Readonly<ClusterPosition>, limit: number, asking: Asking): Promise<ClusterDays> {
      const body = {
        size: limit,
        track_total_hits: false,
        _source: ['ip', 'date'],
        query: { bool: { filter: [{ term: { frequency: 'day' } }, { term: { angles: 'both/all' } }] } },
        sort: [{ date: 'asc' }, { ip: 'asc' }],
        ...(position.length > 0 && { search_after: position }),
      }
      const { hits } = await askEngine<Answer>(client, { path: `/${alias}/_search`, body }, asking)
      const next = hits.hits.length < limit ? undefined : hits.hits.at(-1)?.sort
      return {
        days: hits.hits.map(({ _source: { ip, date } }) => ({ day: date.slice(0, 10), ip })),
        ...(next && { next }),
      }
    },
  }
}
