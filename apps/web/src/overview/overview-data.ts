import type { detectorTypes } from '@watchpost/contract'
import type { Aggregation, Client } from '@watchpost/sdk'
import { boundsOf } from '../alerts/list/alert-bars.ts'
import type { Span } from '../time/range.ts'

export type DetectorType = (typeof detectorTypes)[number]

/** One entry of a top list. */
export interface TopEntry {
  value: string
  count: number
}

export interface TopList {
  entries: readonly TopEntry[]
  /** The count of everything that is not listed. */
  others: number
  /** Whether no count is too low. */
  isExact: boolean
}

export interface Tops {
  signatures: TopList
  sources: TopList
  malware: TopList
  code: TopList
}

const allIndexes = 'network_events,malware,code_analysis'
const size = 8

/** The most frequent names of each detector's alerts, and the most frequent sources. */
export async function readTops(client: Client, span: Span, signal: AbortSignal): Promise<Tops> {
  const ask = async (top: 'name' | 'src_ip', conditions: { type?: [DetectorType] } = {}): Promise<TopList> => {
    const query = { ...conditions, ...boundsOf(span), top: [top], top_size: size }
    const { body } = await client.summariseAlerts({ query, signal })
    const { values = [], others = 0, is_exact: isExact = true } = body.top[top] ?? {}
    return { entries: values.map(({ value, count }) => ({ value: String(value), count })), others, isExact }
  }
  const [signatures, sources, malware, code] = await Promise.all([
    ask('name', { type: ['network_engine'] }),
    ask('src_ip'),
    ask('name', { type: ['malware_engine'] }),
    ask('name', { type: ['code_engine'] }),
  ])
  return { signatures, sources, malware, code }
}

export interface Arrival {
  probes: readonly { fqdn: string; last: number; count: number }[]
}

/** When each probe last sent an event, according to the stored events. */
export async function readArrival(client: Client, signal: AbortSignal): Promise<Arrival> {
  const { body } = await client.search({
    query: { index: allIndexes },
    body: {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [{ range: { '@timestamp': { gte: 'now-7d' } } }] } },
      aggs: {
        probes: { terms: { field: 'probe.fqdn', size: 200 }, aggs: { last: { max: { field: 'timestamp_received' } } } },
      },
    },
    signal,
  })
  const probes = body.aggregations?.probes?.buckets?.map((bucket) => ({
    fqdn: String(bucket.key),
    count: bucket.doc_count,
    last: (bucket.last as Aggregation).value ?? 0,
  }))
  return { probes: (probes ?? []).toSorted((one, other) => one.last - other.last) }
}

export interface Figures {
  alerts: number
  high: number
  open: number
  events: number
}

/** The counts at the top of the page. They are exact, and those of alerts are the ones that the list shows. */
export async function readFigures(client: Client, span: Span, signal: AbortSignal): Promise<Figures> {
  const bounds = boundsOf(span)
  const [{ body: all }, { body: open }, { body: events }] = await Promise.all([
    client.summariseAlerts({ query: { ...bounds, by: 'severity' }, signal }),
    client.summariseAlerts({ query: { ...bounds, status: 'open' }, signal }),
    client.count({ query: { index: allIndexes }, body: { query: within(span) }, signal }),
  ])
  return {
    alerts: all.total,
    high: all.counts.find(({ value }) => value === 1)?.count ?? 0,
    open: open.total,
    events: events.count,
  }
}

/** The range clause of a search for a span. */
function within({ from, to }: Span): object {
  return { range: { '@timestamp': { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() } } }
}
