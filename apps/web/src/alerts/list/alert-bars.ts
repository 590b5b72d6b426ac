import type { Client, Input } from '@watchpost/sdk'
import { detectorName, severityKey } from '../../kit/feedback/badge.tsx'
import type { Series, TimeBars } from '../../kit/chart/time-chart.tsx'
import { text } from '../../texts/text.ts'
import { bucketStarts, intervalFor } from '../../time/interval.ts'
import type { Span } from '../../time/range.ts'

const shares = {
  severity: [1, 2, 3, 0, null].map((severity) => ({
    key: severity,
    name: text(severityKey(severity)),
    colour: `--severity-${severity ?? 0}-fill`,
  })),
  type: [
    { key: 'network_engine', name: detectorName('network_engine'), colour: '--detector-network' },
    { key: 'malware_engine', name: detectorName('malware_engine'), colour: '--detector-malware' },
    { key: 'code_engine', name: detectorName('code_engine'), colour: '--detector-code' },
  ],
} as const

/** The filters of a count, with the names of the API. */
export type CountConditions = NonNullable<Input<'summariseAlerts'>['query']>

export interface AlertCounts {
  /** The exact number of alerts. */
  total: number
  bars: TimeBars
}

/** The number of alerts, and their bars over time, grouped by severity or detector. */
export async function countAlerts(
  client: Client,
  span: Span,
  conditions: CountConditions,
  by: keyof typeof shares,
  signal: AbortSignal,
): Promise<AlertCounts> {
  const interval = intervalFor(span)
  const { body } = await client.summariseAlerts({
    query: { ...conditions, ...boundsOf(span), interval: interval.name, by },
    signal,
  })
  const starts = bucketStarts(span, interval)
  const keys: readonly unknown[] = shares[by].map(({ key }) => key)
  const counts = new Map(body.buckets.map((bucket) => [Date.parse(bucket.start), bucket.counts]))
  const countOf = (start: number, key: unknown) => {
    // A severity without a name of its own counts as unknown, so that the bars add up to the total.
    const own = counts.get(start)?.filter(({ value }) => value === key || (key === null && !keys.includes(value)))
    return own?.reduce((sum, { count }) => sum + count, 0) ?? 0
  }
  const series: Series[] = shares[by]
    .map(({ key, name, colour }) => ({
      id: String(key),
      name,
      colour,
      values: starts.map((start) => countOf(start, key)),
    }))
    .filter(({ values, id }) => (id !== '0' && id !== 'null') || values.some(Boolean))
  return { total: body.total, bars: { span, starts, intervalMs: interval.ms, series } }
}

/** A span as bounds of the listing, which includes its end time. */
export function boundsOf(span: Span): { date_from: string; date_to: string } {
  return { date_from: new Date(span.from).toISOString(), date_to: new Date(span.to - 1).toISOString() }
}
