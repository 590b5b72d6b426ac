import type { Client } from '@opensearch-project/opensearch'
import type { AlertEntry } from './alert-entry.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import { askEngine, type Asking, searchParameters } from './ask-engine.ts'

/** By time, or by risk and then time; ascending or descending. */
export type AlertOrder = 'date_asc' | 'date_desc' | 'risk_asc' | 'risk_desc'

/** Where a page starts: the sort value of the last alert before it, and its uuid. */
export type AlertPosition = [value: number, uuid: string]

export interface AlertPageRequest {
  filter: AlertFilter
  order: AlertOrder
  limit: number
  after?: AlertPosition
  /** How to count matches: exactly, up to a limit, or not at all. */
  count: 'exact' | 'some' | 'none'
  /** Whether to include the contributions to each risk. */
  hasContributions: boolean
}

export interface AlertHit {
  _index: string
  _source: AlertEntry
  sort: AlertPosition
}

export interface AlertAnswer<Hit = AlertHit> {
  hits: {
    total?: { value: number; relation: 'eq' | 'gte' }
    hits: Hit[]
  }
}

interface Order {
  field: string
  direction: 'asc' | 'desc'
}

const fields: Record<string, string> = { date: '@timestamp', risk: 'rank' }
/** Larger pages gain little. */
const MOST_BOUNDED = 1_000
/** Few shards at a time: early results tell the engine which days it can skip. */
const querystring = { ...searchParameters, max_concurrent_shard_requests: 3 }

/**
 * The rows of a page plus one, and the count. Comparing uuids is expensive: the engine reads the uuid of every
 * candidate for the page from the index. By date, nearly all days are skipped and few are compared. By risk, every day
 * has some candidates; so the engine is first asked for the sort values alone, and then for the few alerts up to the
 * last of them, in the full order.
 */
export async function readAlertPage(
  client: Client,
  path: string,
  request: AlertPageRequest,
  asking: Asking,
): Promise<AlertAnswer> {
  const { order, limit, count, filter } = request
  const [key = 'date', direction = 'desc'] = order.split('_')
  const by: Order = { field: fields[key] as string, direction: direction as Order['direction'] }
  const clauses = clausesOf(filter)
  const counting = { track_total_hits: count === 'some' ? 10_000 : count === 'exact' }
  const ask = <T>(body: object) => askEngine<T>(client, { path, body, querystring }, asking)
  const rows = (within: readonly object[], more: object) =>
    ask<AlertAnswer>({ ...rowsOf(request, by), query: { bool: { filter: [...clauses, ...within] } }, ...more })

  if (key === 'date' || limit > MOST_BOUNDED) return rows([], counting)
  const first = await ask<AlertAnswer<{ sort: [number] }>>({
    size: limit + 1,
    _source: false,
    query: { bool: { filter: clauses } },
    sort: [{ [by.field]: by.direction }],
    ...counting,
    // Alerts with the same value as the position are not counted. That can only move the bound further out.
    ...(request.after && { search_after: [request.after[0]] }),
  })
  const bound = first.hits.hits[limit]?.sort[0]
  const within =
    bound === undefined ? [] : [{ range: { [by.field]: rangeUpTo(bound, by.direction, request.after?.[0]) } }]
  const found = await rows(within, { track_total_hits: false })
  // The oldest alerts may have been removed in between, so that the bound yields too few.
  const isShort = bound !== undefined && found.hits.hits.length <= limit
  const { hits } = isShort ? await rows([], { track_total_hits: false }) : found
  return { hits: { hits: hits.hits, ...(first.hits.total && { total: first.hits.total }) } }
}

function rowsOf({ limit, after, hasContributions }: AlertPageRequest, { field, direction }: Order): object {
  return {
    // One more than requested shows whether there is a next page.
    size: limit + 1,
    sort: [{ [field]: direction }, { uuid: direction }],
    ...(after && { search_after: after }),
    ...(!hasContributions && { _source: { excludes: ['contributions'] } }),
  }
}

function rangeUpTo(bound: number, direction: Order['direction'], from: number | undefined): object {
  const [near, far] = direction === 'desc' ? ['lte', 'gte'] : ['gte', 'lte']
  return {
    [far]: bound,
    ...(from !== undefined && { [near]: from }),
  }
}
