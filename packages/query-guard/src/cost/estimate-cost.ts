import type { BodyTree } from '../body/body-tree.ts'
import type { Query } from '../query/query-tree.ts'
import type { Interval } from '../time/interval.ts'
import type { CostEstimate, CostInputs, CostPart } from './cost.ts'
import { addAggregationParts } from './estimate-aggregations.ts'
import { addHitParts } from './estimate-hits.ts'
import { queryNs } from './estimate-query.ts'
import { type Load, loadOf } from './load.ts'
import { WEIGHTS } from './weights.ts'

/**
 * The worst-case cost of a body: every clause reads every document in the time range, every document has its own
 * values, and every possible bucket exists. Pure: the same tree and inputs give the same estimate.
 */
export function estimateCost(
  tree: BodyTree,
  kind: 'search' | 'count',
  times: Interval,
  inputs: CostInputs,
): CostEstimate {
  const load = loadOf(inputs, times)
  const parts: CostPart[] = []
  parts.push({ pointer: '#', what: 'asking each shard', workMs: (load.shards * WEIGHTS.shardNs) / 1e6, memoryBytes: 0 })
  if (tree.query) parts.push(queryPart('#/query', tree.query, load))
  if (kind === 'search') {
    if (tree.postFilter) parts.push(queryPart('#/post_filter', tree.postFilter, load))
    addHitParts(parts, tree, load)
    addAggregationParts(parts, tree, load)
  }
  let workMs = 0
  let memoryBytes = 0
  for (const part of parts) {
    workMs += part.workMs
    memoryBytes += part.memoryBytes
  }
  return { workMs, memoryBytes, parts }
}

function queryPart(pointer: string, query: Query, load: Load): CostPart {
  return { pointer, what: 'finding documents', workMs: queryNs(query, load) / load.parallelism / 1e6, memoryBytes: 0 }
}
