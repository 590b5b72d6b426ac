import { assumptions } from './assumptions.ts'
import type { Step } from './loads.ts'
import { size, sum } from './size.ts'

type Sized = Step & { needs: ReturnType<typeof size> }
type Row = [label: string, cell: (sized: Sized) => string]

const rows: readonly Row[] = [
  ['probes', ({ load, clusters }) => whole(load.probes * clusters)],
  ['events per second', ({ load, clusters }) => whole(load.events * clusters)],
  ['events per day', ({ load, clusters }) => short(load.events * clusters * 86_400)],
  ['clusters', ({ clusters }) => whole(clusters)],
  ['cores', ({ needs, clusters }) => whole(needs.cores * clusters)],
  [
    'of these in data nodes',
    ({ needs, clusters, load }) => (load.isReplicated ? whole(needs.nodes * assumptions.nodeCores * clusters) : '–'),
  ],
  ['busy with ingest', ({ needs, clusters }) => rounded(sum(Object.values(needs.busy)) * clusters)],
  ['busy in OpenSearch', ({ needs, clusters }) => rounded(needs.busy.engine * clusters)],
  ['busy in gateways', ({ needs, clusters }) => rounded(needs.busy.gateway * clusters)],
  ['memory, GiB', ({ needs, clusters }) => whole(needs.memoryGibibytes * clusters)],
  ['of this in data nodes, GiB', ({ needs, clusters }) => whole(needs.engineGibibytes * clusters)],
  ['stored per day, GiB, before replicas', ({ needs, clusters }) => whole(needs.dayGibibytes * clusters)],
  ['disk for all days, TiB', ({ needs, clusters }) => rounded(needs.diskTebibytes * clusters)],
  ['copies of the gateway', ({ needs }) => whole(needs.gateways)],
  ['copies of the indexer', ({ needs }) => whole(needs.indexers)],
  ['`LOG_PARTITIONS`', ({ needs }) => whole(needs.partitions)],
  ['`LOG_RETENTION_BYTES` for 24 hours, GiB', ({ needs }) => whole(Math.max(20, Math.ceil(needs.logGibibytes)))],
  ['brokers', ({ needs }) => whole(needs.brokers)],
  ['data nodes', ({ needs }) => whole(needs.nodes)],
  ['`ENGINE_SHARDS`', ({ needs }) => whole(needs.shards)],
  ['`INDEXER_ROLL_OVER_BYTES`, GiB', ({ needs }) => whole(needs.shardGibibytes)],
  ['shards that a search of all days asks', ({ needs }) => marked(needs.searchedShards, assumptions.searchShards)],
  ['all shards', ({ needs }) => marked(needs.allShards, needs.mostShards)],
  ['most shards for this heap', ({ needs }) => whole(needs.mostShards)],
  ['from probes, MB/s', ({ needs, clusters }) => rounded(needs.probeMegabytes * clusters)],
  ['between machines, MB/s', ({ needs, clusters }) => rounded(needs.innerMegabytes * clusters)],
  ['US dollars per billion events', ({ needs }) => whole(needs.dollars.all)],
  ['of these for disk', ({ needs }) => whole(needs.dollars.disk)],
]

/** The sizing table as Markdown, one column for each step. */
export function sizingTable(steps: readonly Step[]): string {
  const sized = steps.map((step) => ({ ...step, needs: size(step.load) }))
  return [
    `| | ${sized.map(({ name }) => name).join(' | ')} |`,
    `|---|${sized.map(() => '---').join('|')}|`,
    ...rows.map(([label, cell]) => `| ${label} | ${sized.map(cell).join(' | ')} |`),
  ].join('\n')
}

/** Bold above a limit. */
function marked(value: number, limit: number): string {
  return value > limit ? `**${whole(value)}**` : whole(value)
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

export function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value)
}

export function short(value: number): string {
  return value < 1e9 ? `${whole(value / 1e6)} million` : `${rounded(value / 1e9)} billion`
}
