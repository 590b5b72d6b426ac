import { assumptions } from './assumptions.ts'
import { ALERT_SHARE, measured } from './measured.ts'
import { whole } from './sizing-table.ts'

interface Limit {
  part: string
  reason: string
  events: number
  remedy: string
}

const perThread = (micros: number) => 1e6 / micros
const dayBytes = 86_400 * measured.eventBytes

/** From the smallest rate to the largest: what is exhausted first in a cluster that is otherwise large enough. */
function limits(): Limit[] {
  const logDay = dayBytes / measured.logCompression
  const shardsOfSearch =
    (assumptions.searchShards * assumptions.shardGibibytes.usual * 1024 ** 3) /
    (dayBytes * measured.diskPerEveByte * 30)
  return [
    {
      part: 'log of 20 GiB',
      reason: 'it keeps less than 24 hours, so a shorter outage of the engine makes probes wait',
      events: (20 * 1024 ** 3) / logDay,
      remedy: 'raise `LOG_RETENTION_BYTES`',
    },
    {
      part: 'a gateway, one event in each batch',
      reason: `one thread, ${measured.batchMillis} ms for each batch. Agents send after ${assumptions.batchSeconds} s, so probes with less than ${whole(1 / assumptions.batchSeconds)} events/s do this`,
      events: 1e3 / (measured.batchMillis + measured.steady.gateway.micros / 1e3),
      remedy: 'more copies. A longer wait of the agent is not a setting yet',
    },
    {
      part: 'search of 30 days',
      reason: `it asks more than ${assumptions.searchShards} shards of ${assumptions.shardGibibytes.usual} GiB (\`API_SEARCH_SHARDS\`) and is rejected`,
      events: shardsOfSearch,
      remedy: `raise \`API_SEARCH_SHARDS\` and \`action.search.shard_count.limit\`, raise \`INDEXER_ROLL_OVER_BYTES\` to ${assumptions.shardGibibytes.largest} GiB, or search shorter ranges`,
    },
    {
      part: 'an indexer',
      reason: 'one thread',
      events: perThread(measured.steady.indexer.micros),
      remedy: 'more copies, up to `LOG_PARTITIONS` (choose it before the first start)',
    },
    {
      part: 'export of all events',
      reason: 'one process sends all exports',
      events: measured.exportEventsPerSecond,
      remedy: 'filter: alerts alone are 2% here. Sharing exports among copies is not built',
    },
    {
      part: 'a gateway, large batches',
      reason: 'one thread',
      events: perThread(measured.steady.gateway.micros),
      remedy: 'more copies behind a TCP load balancer',
    },
    {
      part: 'the clusters service',
      reason: `one process counts, ${whole(measured.steady.clusters.micros / ALERT_SHARE)} µs for each alert, 2% of events`,
      events: perThread(measured.steady.clusters.micros),
      remedy: 'fewer noisy signatures, or another cluster. Sharing addresses among copies is not built',
    },
    {
      part: 'shards of an index',
      reason: `at most ${assumptions.mostShards}, one for each data node of ${assumptions.nodeCores} cores half in use, with one replica`,
      events:
        (assumptions.mostShards *
          assumptions.nodeCores *
          assumptions.targetUse *
          perThread(measured.steady.engine.micros)) /
        2,
      remedy: 'another cluster',
    },
  ].toSorted((one, other) => one.events - other.events)
}

/** The limits of one cluster as Markdown. */
export function limitsTable(): string {
  return [
    '| from events/s | exhausted | why | remedy |',
    '|---|---|---|---|',
    ...limits().map(({ part, reason, events, remedy }) => {
      const from = Number(events.toPrecision(2))
      return `| ${whole(from)} | ${part} | ${reason} | ${remedy} |`
    }),
  ].join('\n')
}
