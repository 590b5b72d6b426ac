import { useQuery } from '@tanstack/react-query'
import type { Aggregation, Client, SearchBody, SearchHit } from '@watchpost/sdk'
import { queryKeys } from '../server/query-keys.ts'
import { useClient } from '../server/server.tsx'
import { bucketStarts, intervalFor } from '../time/interval.ts'
import type { Span } from '../time/range.ts'
import { useRanged } from '../range/use-ranged.ts'
import { useRangedListing } from '../range/use-ranged-listing.ts'
import { bodyOf, parseBody, queryOf } from './query/search-body.ts'
import type { SearchState } from '../kit/navigation/search-state.ts'

const pageSize = 100

/** All searchable fields, for completion and facets. */
export function useFields(index: string) {
  const client = useClient()
  return useQuery({
    queryKey: queryKeys.searchFields(index),
    queryFn: async ({ signal }) => (await client.listFields({ query: { index }, signal })).body.fields,
    staleTime: 5 * 60_000,
  })
}

interface HitLink {
  body: SearchBody
  after: readonly unknown[]
}

export type Aggregations = Readonly<Record<string, Aggregation>>

/** The hits, paged by the sort values of the last one, and the aggregations of the body. */
export function useHits({ indexes, filters, body: text }: SearchState) {
  const client = useClient()
  const index = indexes.join(',')
  const typed = parseBody(text)
  return useRangedListing<SearchHit, HitLink, Aggregations>('hits', [index, filters, text], {
    first: async (span, signal) => {
      const body = bodyOf(typed === 'invalid' ? {} : typed, filters, span, pageSize)
      const answer = await client.search({ query: { index }, body, signal })
      const { total } = answer.body.hits
      return {
        ...pageOf(answer.body.hits.hits, body),
        total: total && { value: total.value, isExact: total.relation === 'eq' },
        extra: answer.body.aggregations,
      }
    },
    load: async ({ body, after }, signal) => {
      const { aggs: _, aggregations: __, ...rest } = body
      const next = { ...rest, search_after: [...after], track_total_hits: false }
      const answer = await client.search({ query: { index }, body: next, signal })
      return pageOf(answer.body.hits.hits, body)
    },
    isEnabled: typed !== 'invalid',
  })
}

function pageOf(hits: readonly SearchHit[], body: SearchBody) {
  const after = hits.at(-1)?.sort
  const isFull = hits.length > 0 && hits.length >= (body.size ?? 10)
  return { rows: hits, next: isFull && after && !('from' in body) ? { body, after } : undefined }
}

export interface Facet {
  field: string
  buckets: readonly { value: string; count: number }[]
}

const facetFields = [
  'event_type',
  'severity',
  'app_proto',
  'src_ip',
  'dest_ip',
  'dest_port',
  'alert.signature',
  'probe.fqdn',
]

/** The time chart and the facets. They are a separate request, so that hits do not wait for them. */
export function useSurvey(state: SearchState) {
  const client = useClient()
  const index = state.indexes.join(',')
  const fields = useFields(index).data
  const counted = facetFields.filter((name) => fields?.some((field) => field.name === name && field.aggregate))
  const typed = parseBody(state.body)
  return useRanged(
    'survey',
    [index, state.filters, state.body, counted],
    (span, signal) =>
      survey(client, index, queryOf(typed === 'invalid' ? {} : typed, state.filters, span), counted, span, signal),
    { isEnabled: fields !== undefined && typed !== 'invalid' },
  )
}

async function survey(
  client: Client,
  index: string,
  query: object,
  fields: readonly string[],
  span: Span,
  signal: AbortSignal,
) {
  const interval = intervalFor(span)
  const { body } = await client.search({
    query: { index },
    body: {
      size: 0,
      track_total_hits: false,
      query,
      aggs: {
        times: { date_histogram: { field: '@timestamp', fixed_interval: interval.name, min_doc_count: 1 } },
        ...Object.fromEntries(fields.map((field) => [`facet ${field}`, { terms: { field, size: 6 } }])),
      },
    },
    signal,
  })
  const starts = bucketStarts(span, interval)
  const counts = new Map(bucketsOf(body.aggregations?.times).map(({ key, doc_count }) => [Number(key), doc_count]))
  return {
    bars: { span, starts, intervalMs: interval.ms, counts: starts.map((start) => counts.get(start) ?? 0) },
    facets: fields.map(
      (field): Facet => ({
        field,
        buckets: bucketsOf(body.aggregations?.[`facet ${field}`]).map(({ key, doc_count }) => ({
          value: String(key),
          count: doc_count,
        })),
      }),
    ),
  }
}

function bucketsOf(aggregation: Aggregation | undefined) {
  return aggregation?.buckets ?? []
}
