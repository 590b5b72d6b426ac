import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import { type AlertFilter, clausesOf } from './alert-filter.ts'
import { askEngine, type Asking, searchParameters } from './ask-engine.ts'

/** What bars of a histogram can be divided by: fields with few values. */
export type SummaryPart = 'severity' | 'type'

/** Fields whose most frequent values can be listed, with their names in an entry. */
const topFields = {
  name: 'name',
  src_ip: 'src_ip',
  dest_ip: 'dest_ip',
  ip: 'ip',
  probe_id: 'probe.id',
  type: 'type',
  severity: 'severity',
  state: 'state',
  group: 'group',
} as const
export type TopField = keyof typeof topFields

export interface SummaryRequest {
  filter: AlertFilter
  /** Length of the bars, for example `30m`. */
  interval: string
  by: SummaryPart
  top: readonly TopField[]
  /** Values in each list of `top`. */
  size: number
}

export interface ValueCount {
  value: string | number
  count: number
}

export interface TopValues {
  values: ValueCount[]
  /** Alerts with other values. */
  others: number
  /** How much a count can be too low, and the count of a missing value at most. 0: the list is exact. */
  errorBound: number
}

/** Counts of all alerts that match a filter. Total, bars and their parts are exact. */
export interface AlertSummary {
  total: number
  counts: ValueCount[]
  /** Bars with at least one alert, in order of time. */
  buckets: { startMs: number; count: number; counts: ValueCount[] }[]
  top: Partial<Record<TopField, TopValues>>
}

interface Terms {
  buckets: { key: string | number; doc_count: number }[]
  sum_other_doc_count: number
  doc_count_error_upper_bound: number
}

interface Answer {
  hits: { total: { value: number } }
  aggregations?: {
    counts: Terms
    times: { buckets: { key: number; doc_count: number; counts: Terms }[] }
  } & Record<`top ${string}`, Terms>
}

/** More than there are severities or detectors, so that every shard returns all of them. */
const ALL_VALUES = 1_000

/** Counts alerts for charts, totals and lists of values, in one request. */
export function createAlertSummary(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${aliasName(prefix, 'alerts')}/_search`

  return {
    async summarise({ filter, interval, by, top, size }: SummaryRequest, asking: Asking): Promise<AlertSummary> {
      const counts = { terms: { field: by, size: ALL_VALUES, order: { _key: 'asc' } } }
      const body = {
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: clausesOf(filter) } },
        aggs: {
          counts,
          times: {
            date_histogram: { field: '@timestamp', fixed_interval: interval, min_doc_count: 1 },
            aggs: { counts },
          },
          ...Object.fromEntries(top.map((field) => [`top ${field}`, { terms: { field: topFields[field], size } }])),
        },
      }
      const querystring = { ...searchParameters, request_cache: true }
      const { hits, aggregations } = await askEngine<Answer>(client, { path, body, querystring }, asking)
      // An alias without indexes answers without aggregations.
      if (!aggregations) return { total: 0, counts: [], buckets: [], top: {} }
      return {
        total: hits.total.value,
        counts: valuesOf(aggregations.counts),
        buckets: aggregations.times.buckets.map((bucket) => ({
          startMs: bucket.key,
          count: bucket.doc_count,
          counts: valuesOf(bucket.counts),
        })),
        top: Object.fromEntries(top.map((field) => [field, topOf(aggregations[`top ${field}`])])),
      }
    },
  }
}

function valuesOf({ buckets }: Terms): ValueCount[] {
  return buckets.map(({ key, doc_count: count }) => ({ value: key, count }))
}

function topOf(terms: Terms | undefined): TopValues {
  if (!terms) return { values: [], others: 0, errorBound: 0 }
  return {
    values: valuesOf(terms),
    others: terms.sum_other_doc_count,
    errorBound: terms.doc_count_error_upper_bound,
  }
}
