import type { BodyTree } from '../body/body-tree.ts'
import type { Interval } from '../time/interval.ts'
import type { CostEstimate, CostInputs, CostPart } from './cost.ts'
import { aggregationParts } from './estimate-aggregations.ts'
import { hitParts } from './estimate-hits.ts'
import { queryNs } from './estimate-query.ts'
import { loadOf } from './load.ts'
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
  const parts: CostPart[] = [
    { pointer: '#', what: 'asking each shard', workMs: (load.shards * WEIGHTS.shardNs) / 1e6, memoryBytes: 0 },
  ]
  for (const [key, query] of [['query', tree.query] as const, ['post_filter', tree.postFilter] as const]) {
    if (!query || (kind === 'count' && key === 'post_filter')) continue
    const workMs = queryNs(query, load) / load.parallelism / 1e6
    parts.push({ pointer: `#/${key}`, what: 'finding documents', workMs, memoryBytes: 0 })
  }
  if (kind === 'search') parts.push(...hitParts(tree, load), ...aggregationParts(tree, load))
  return {
    workMs: parts.reduce((sum, each) => sum + each.workMs, 0),
    memoryBytes: parts.reduce((sum, each) => sum + each.memoryBytes, 0),
    parts: parts.toSorted((one, other) => other.workMs - one.workMs),
  }
}
