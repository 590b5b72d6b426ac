import type { Aggregation, Client } from '@watchpost/sdk'
import type { Span } from '../time/range.ts'

/** One entry of a top list. */
export interface TopEntry {
  value: string
  count: number
}

export interface TopList {
  entries: readonly TopEntry[]
  /** The count of everything that is not listed. */
  others: number
}

export interface Tops {
  signatures: TopList
  sources: TopList
  malware: TopList
  shellcode: TopList
}

const allIndexes = 'network_events,malware,code_analysis'
const size = 8
const isAlert = { range: { 'alert_view.risk': { gte: 0 } } }

/** The range clause of a search for a span. */
function within({ from, to }: Span): object {
  return { range: { '@timestamp': { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() } } }
}

/** The most frequent values of each kind, each from the index that holds it. */
export async function readTops(client: Client, span: Span, signal: AbortSignal): Promise<Tops> {
  const ask = async (index: string, clauses: object[], fields: Record<string, string>) => {
    const { body } = await client.search({
      query: { index },
      body: {
        size: 0,
        track_total_hits: false,
        query: { bool: { filter: [within(span), ...clauses] } },
        aggs: Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [name, { terms: { field, size, order: { _count: 'desc' } } }]),
        ),
      },
      signal,
    })
    return (name: string) => topOf(body.aggregations?.[name])
  }
  const [network, all, malware, code] = await Promise.all([
    ask('network_events', [isAlert, { term: { event_type: 'alert' } }], { signatures: 'alert.signature' }),
    ask(allIndexes, [isAlert], { sources: 'src_ip' }),
    ask('malware', [isAlert], { malware: 'detail_threat_found' }),
    ask('code_analysis', [isAlert, { term: { event_type: 'shellcode' } }], { shellcode: 'sub_type' }),
  ])
  return {
    signatures: network('signatures'),
    sources: all('sources'),
    malware: malware('malware'),
    shellcode: code('shellcode'),
  }
}

function topOf(aggregation: Aggregation | undefined): TopList {
  const others = aggregation?.sum_other_doc_count
  return {
    entries: (aggregation?.buckets ?? []).map(({ key, doc_count }) => ({ value: String(key), count: doc_count })),
    others: typeof others === 'number' ? others : 0,
  }
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
  events: number
  sources: number
}

/** The counts at the top of the page; they are exact. */
export async function readFigures(client: Client, span: Span, signal: AbortSignal): Promise<Figures> {
  const [{ body: alerts }, { body: events }] = await Promise.all([
    client.search({
      query: { index: allIndexes },
      body: {
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: [within(span), isAlert] } },
        aggs: {
          high: { filter: { term: { severity: 1 } } },
          sources: { cardinality: { field: 'src_ip' } },
        },
      },
      signal,
    }),
    client.count({ query: { index: allIndexes }, body: { query: within(span) }, signal }),
  ])
  const high = alerts.aggregations?.high?.doc_count
  return {
    alerts: alerts.hits.total?.value ?? 0,
    high: typeof high === 'number' ? high : 0,
    events: events.count,
    sources: alerts.aggregations?.sources?.value ?? 0,
  }
}
