import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import type { ListedAlert } from './alert-entry.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import type { AlertAnswer, AlertHit, AlertOrder } from './alert-page.ts'
import { askEngine, type Asking } from './ask-engine.ts'

/** Alerts with the same signature, source and destination. */
export interface AlertGroup {
  group: string
  /** How many alerts of the group match. */
  count: number
  firstMs: number
  lastMs: number
  /** The highest risk among them. */
  risk: number
  /** The first alert of the group in the order of the page. */
  alert: ListedAlert
}

export interface GroupPageRequest {
  filter: AlertFilter
  /** Groups are in the order of their first alerts in this order: by `date_desc`, of their newest ones. */
  order: AlertOrder
  limit: number
  /** Groups before this page. */
  skip: number
}

export interface GroupPage {
  groups: AlertGroup[]
  hasMore: boolean
}

interface Bucket {
  key: string
  doc_count: number
  first: { value: number }
  last: { value: number }
  risk: { value: number }
}

interface CountAnswer {
  aggregations?: { groups: { buckets: Bucket[] } }
}

const sortFields: Record<string, string> = { date: '@timestamp', risk: 'rank' }

/** Lists groups of alerts. */
export function createAlertGroups(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${aliasName(prefix, 'alerts')}/_search`

  /** One alert of each group. Only the first alert of a group takes a place on the page. */
  async function firstAlerts({ filter, order, limit, skip }: GroupPageRequest, asking: Asking): Promise<AlertHit[]> {
    const [key = 'date', direction = 'desc'] = order.split('_')
    const body = {
      from: skip,
      // One more than requested shows whether there is a next page.
      size: limit + 1,
      track_total_hits: false,
      query: { bool: { filter: clausesOf(filter) } },
      collapse: { field: 'group' },
      sort: [{ [sortFields[key] as string]: direction }, { uuid: direction }],
      _source: { excludes: ['contributions'] },
    }
    return (await askEngine<AlertAnswer>(client, { path, body }, asking)).hits.hits
  }

  /** Exact counts: only these groups are counted, so that every shard returns all of them. */
  async function count(
    filter: AlertFilter,
    groups: readonly string[],
    asking: Asking,
  ): Promise<ReadonlyMap<string, Bucket>> {
    if (groups.length === 0) return new Map()
    const body = {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [...clausesOf(filter), { terms: { group: groups } }] } },
      aggs: {
        groups: {
          terms: { field: 'group', size: groups.length },
          aggs: {
            first: { min: { field: '@timestamp' } },
            last: { max: { field: '@timestamp' } },
            risk: { max: { field: 'risk' } },
          },
        },
      },
    }
    const { aggregations } = await askEngine<CountAnswer>(client, { path, body }, asking)
    return new Map(aggregations?.groups.buckets.map((bucket) => [bucket.key, bucket]))
  }

  return {
    async page(request: GroupPageRequest, asking: Asking): Promise<GroupPage> {
      const hits = await firstAlerts(request, asking)
      const shown = hits.slice(0, request.limit)
      const names = shown.map(({ _source: { group } }) => group)
      const counts = await count(request.filter, names, asking)
      return {
        groups: shown.flatMap(({ _index: index, _source: entry }) => {
          const counted = counts.get(entry.group)
          // The alerts of a group may have been removed in between.
          if (!counted) return []
          const { doc_count, first, last, risk } = counted
          return [
            {
              group: entry.group,
              count: doc_count,
              firstMs: first.value,
              lastMs: last.value,
              risk: risk.value,
              alert: { ...entry, index },
            },
          ]
        }),
        hasMore: hits.length > request.limit,
      }
    },
  }
}
