/** A search that is measured on both sides. */
export interface SpeedCase {
  name: string
  index: string
  bodies: Record<string, unknown>[]
  connections: number
  /** Each connection is another caller with its own key. */
  isEachCaller?: boolean
  /** The minimum throughput as a share of the bare engine's. */
  leastRatio?: number
  /** The maximum added median latency in milliseconds. */
  mostExtraMs?: number
}

/** Bounds that no two requests share, so that neither the engine's cache nor a shared response can help. */
const sinceOnly = (from: number) => ({ range: { '@timestamp': { gte: `@${from}@`, format: 'epoch_millis' } } })

/** The cases for a data set whose newest event is at `newest`. */
export function speedCases(newest: number): SpeedCase[] {
  const since = (hours: number) => sinceOnly(newest - hours * 3_600_000)
  const top = (field: string) => ({ terms: { field, order: { _count: 'desc' }, size: 10 } })
  const uncached = { connections: 4, leastRatio: 0.75, mostExtraMs: 1 }
  return [
    {
      name: 'ten alerts by severity, 24 hours',
      index: 'network_events',
      bodies: [
        {
          size: 10,
          query: { bool: { must: [{ match: { event_type: 'alert' } }], filter: [since(24)] } },
          sort: { 'alert.severity': 'desc' },
        },
      ],
      ...uncached,
    },
    {
      name: 'top ten sources, one hour',
      index: 'network_events',
      bodies: [{ size: 0, query: { bool: { filter: [since(1)] } }, aggs: { sources: top('src_ip') } }],
      ...uncached,
    },
    {
      name: 'top ten signatures, from the cache of the engine',
      index: 'network_events',
      bodies: [{ size: 0, aggs: { signatures: top('alert.signature') } }],
      connections: 4,
    },
    {
      name: 'composite of 65,535 pairs',
      index: 'network_events',
      bodies: [
        {
          size: 0,
          query: { bool: { filter: [since(24 * 400)] } },
          aggs: {
            pairs: {
              composite: {
                size: 65_535,
                sources: [
                  { src: { terms: { field: 'src_ip', order: 'desc' } } },
                  { dest: { terms: { field: 'dest_ip', order: 'desc' } } },
                ],
              },
            },
          },
        },
      ],
      connections: 2,
      leastRatio: 0.95,
    },
    {
      name: 'the same dashboard for 50 clients',
      index: 'network_events',
      bodies: dashboard,
      connections: 50,
      isEachCaller: true,
      leastRatio: 1,
    },
  ]
}

const lastDay = { bool: { filter: [{ range: { '@timestamp': { gte: 'now-24h', lte: 'now' } } }] } }
const topOf = (field: string) => ({ terms: { field, order: { _count: 'desc' }, size: 10 } })

/** The searches of a dashboard that refreshes every few seconds: the last day, six ways. */
const dashboard: Record<string, unknown>[] = [
  { size: 0, query: lastDay, aggs: { kinds: topOf('event_type') } },
  { size: 0, query: lastDay, aggs: { signatures: topOf('alert.signature') } },
  { size: 0, query: lastDay, aggs: { sources: topOf('src_ip') } },
  { size: 0, query: lastDay, aggs: { targets: topOf('dest_ip') } },
  { size: 0, query: lastDay, aggs: { severities: topOf('alert.severity') } },
  { size: 0, query: lastDay, aggs: { probes: topOf('probe.id') } },
]
