import type { Aggregation, Client } from '@watchpost/sdk'
import { detectorName, severityKey } from '../../kit/feedback/badge.tsx'
import type { Series, TimeBars } from '../../kit/chart/time-chart.tsx'
import { text } from '../../texts/text.ts'
import { bucketStarts, intervalFor } from '../../time/interval.ts'
import type { Span } from '../../time/range.ts'

export const allIndexes = 'network_events,malware,code_analysis'

/** The range clause of a search for a span. */
export function within({ from, to }: Span): object {
  return { range: { '@timestamp': { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() } } }
}

const shares = {
  severity: [1, 2, 3, 0].map((severity) => ({
    key: severity,
    name: text(severityKey(severity)),
    colour: `--severity-${severity}-fill`,
  })),
  type: [
    { key: 'network_engine', name: detectorName('network_engine'), colour: '--detector-network' },
    { key: 'malware_engine', name: detectorName('malware_engine'), colour: '--detector-malware' },
    { key: 'code_engine', name: detectorName('code_engine'), colour: '--detector-code' },
  ],
} as const

/** Alerts over time, grouped by severity or detector. */
export async function alertBars(
  client: Client,
  span: Span,
  clauses: readonly object[],
  by: keyof typeof shares,
  signal: AbortSignal,
): Promise<TimeBars> {
  const interval = intervalFor(span)
  const { body } = await client.search({
    query: { index: allIndexes },
    body: {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [within(span), ...clauses] } },
      aggs: {
        times: {
          date_histogram: { field: '@timestamp', fixed_interval: interval.name, min_doc_count: 1 },
          aggs: { shares: { terms: { field: by, size: 5 } } },
        },
      },
    },
    signal,
  })
  const starts = bucketStarts(span, interval)
  const counts = new Map(
    body.aggregations?.times?.buckets?.map((bucket) => [
      Number(bucket.key),
      new Map((bucket.shares as Aggregation).buckets?.map(({ key, doc_count }) => [key, doc_count])),
    ]),
  )
  const series: Series[] = shares[by]
    .map(({ key, name, colour }) => ({
      id: String(key),
      name,
      colour,
      values: starts.map((start) => counts.get(start)?.get(key) ?? 0),
    }))
    .filter(({ values, id }) => id !== '0' || values.some(Boolean))
  return { span, starts, intervalMs: interval.ms, series }
}
