import { type BodyTree, DEFAULT_HITS } from '../body/body-tree.ts'
import type { Interval } from '../time/interval.ts'
import type { CostEstimate, CostInputs, CostPart } from './cost.ts'
import { aggregationParts } from './estimate-aggregations.ts'
import { hitParts } from './estimate-hits.ts'
import { queryNs } from './estimate-query.ts'
import { loadOf } from './load.ts'
import { WEIGHTS } from './weights.ts'

/**
 * What a body asks of the engine, by what a sample of the documents tells about them. Without a sample at worst: every
 * clause looks at every document that the times let through, every document has values of its own, and every bucket that
 * may be there is there. The same tree and inputs give the same estimate.
 */
export function estimateCost(
  tree: BodyTree,
  kind: 'search' | 'count',
  times: Interval,
  inputs: CostInputs,
  timeField: string,
): CostEstimate {
  const load = loadOf(inputs, times, timeField)
  const { all, narrow } = load.knowledge
  const found = tree.query ? narrow(all, tree.query) : all
  const isScored = kind === 'search' && needsScores(tree)
  const parts: CostPart[] = [
    { pointer: '#', what: 'asking each shard', workMs: (load.shards * WEIGHTS.shardNs) / 1e6, memoryBytes: 0 },
  ]
  for (const [key, query] of [['query', tree.query] as const, ['post_filter', tree.postFilter] as const]) {
    if (!query || (kind === 'count' && key === 'post_filter')) continue
    const looked = key === 'query' ? all : found
    const workMs = queryNs(query, load, looked, isScored && key === 'query') / load.lanes / 1e6
    parts.push({ pointer: `#/${key}`, what: 'finding documents', workMs, memoryBytes: 0 })
  }
  if (kind === 'search') parts.push(...hitParts(tree, load, found), ...aggregationParts(tree, load, found))
  return {
    workMs: parts.reduce((sum, each) => sum + each.workMs, 0),
    memoryBytes: parts.reduce((sum, each) => sum + each.memoryBytes, 0),
    parts: parts.toSorted((one, other) => other.workMs - one.workMs),
  }
}

/** Whether hits are ordered by how well they match. */
function needsScores({ size = DEFAULT_HITS, sort }: BodyTree): boolean {
  return size > 0 && (sort.length === 0 || sort.some(({ name }) => name === '_score'))
}
