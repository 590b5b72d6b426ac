import type { Client } from '@opensearch-project/opensearch'
import { LOG_END, type LogRange } from '@watchpost/model'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import type { AlertEntry, ListedAlert } from './alert-entry.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import { askEngine, type Asking } from './ask-engine.ts'

export interface ArrivalRequest {
  filter: AlertFilter
  /** The epoch of the log that the ranges refer to. */
  epoch: number
  ranges: readonly LogRange[]
  limit: number
  hasContributions: boolean
}

export type ArrivalIndex = ReturnType<typeof createArrivalIndex>

interface Answer {
  hits: { hits: { _index: string; _source: AlertEntry }[] }
}

/** Alerts by their position in the log. */
export function createArrivalIndex(client: Client, config: Pick<EngineConfig, 'prefix'>) {
  const alias = aliasName(config.prefix, 'alerts')

  return {
    /** Makes all stored alerts searchable, on every copy of every shard. Throws unless all copies confirm it. */
    async refresh(): Promise<void> {
      const { body } = await client.indices.refresh({ index: alias, allow_no_indices: true, ignore_unavailable: true })
      const { _shards: shards } = body
      if (shards?.failed !== 0) throw new Error('not every copy of the alerts could be refreshed', { cause: body })
    },

    /** The first epoch after this one that has alerts. */
    async epochAfter(epoch: number, asking: Asking): Promise<number | undefined> {
      const body = {
        size: 1,
        track_total_hits: false,
        _source: ['ingest'],
        query: { range: { 'ingest.epoch': { gt: epoch } } },
        sort: [{ 'ingest.epoch': 'asc' }],
      }
      const { hits } = await askEngine<Answer>(client, { path: `/${alias}/_search`, body }, asking)
      return hits.hits[0]?._source.ingest.epoch
    },

    /** The first alerts within these ranges of an epoch, by partition and offset. */
    async within(request: ArrivalRequest, asking: Asking): Promise<ListedAlert[]> {
      const { filter, epoch, ranges, limit, hasContributions } = request
      const body = {
        size: limit,
        track_total_hits: false,
        query: {
          bool: {
            filter: [
              ...clausesOf(filter),
              { term: { 'ingest.epoch': epoch } },
              { bool: { should: ranges.map(rangeClause), minimum_should_match: 1 } },
            ],
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

function rangeClause({ partition, from, to, andHigher }: LogRange): object {
  if (andHigher) return { range: { 'ingest.partition': { gte: partition } } }
  const offsets = { gte: from, ...(to < LOG_END && { lt: to }) }
  return { bool: { filter: [{ term: { 'ingest.partition': partition } }, { range: { 'ingest.offset': offsets } }] } }
}
