import type { Client } from '@opensearch-project/opensearch'
import type { LogRange } from '@watchpost/model'
import type { EngineConfig } from '../engine-config.ts'
import { aliasName } from '../generation.ts'
import type { AlertEntry, ListedAlert } from './alert-entry.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import { askEngine, type Asking } from './ask-engine.ts'

export interface ArrivalRequest {
  filter: AlertFilter
  ranges: readonly LogRange[]
  limit: number
  hasContributions: boolean
}

export type ArrivalIndex = ReturnType<typeof createArrivalIndex>

interface Answer {
  hits: { hits: { _index: string; _source: AlertEntry }[] }
}

/** Alerts by their place in the log. */
export function createArrivalIndex(client: Client, config: Pick<EngineConfig, 'prefix'>) {
  const alias = aliasName(config.prefix, 'alerts')

  return {
    /** Makes every alert that is stored findable, on every copy of every shard. Throws if it cannot be sure of that. */
    async refresh(): Promise<void> {
      const { body } = await client.indices.refresh({ index: alias, allow_no_indices: true, ignore_unavailable: true })
      const { _shards: shards } = body
      if (shards?.failed !== 0) throw new Error('not every copy of the alerts could be refreshed', { cause: body })
    },

    /** Alerts within these ranges, by partition and offset: the first so many. */
    async within({ filter, ranges, limit, hasContributions }: ArrivalRequest, asking: Asking): Promise<ListedAlert[]> {
      const body = {
        size: limit,
        track_total_hits: false,
        query: {
          bool: {
            filter: [...clausesOf(filter), { bool: { should: ranges.map(rangeClause), minimum_should_match: 1 } }],
          },
        },
        sort: [{ 'ingest.partition': 'asc' }, { 'ingest.offset': 'asc' }],
        ...(!hasContributions && { _source: { excludes: ['contributions'] } }),
      }
      const { hits } = await askEngine<Answer>(client, { path: `/${alias}/_search`, body }, asking)
      return hits.hits.map(({ _index: index, _source: entry }) => ({ ...entry, index }))
    },
  }
}

function rangeClause({ partition, from, to }: LogRange): object {
  return {
    bool: {
      filter: [{ term: { 'ingest.partition': partition } }, { range: { 'ingest.offset': { gte: from, lt: to } } }],
    },
  }
}
