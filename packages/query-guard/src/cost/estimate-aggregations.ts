import type { BodyTree } from '../body/body-tree.ts'
import { pointer } from '../json/pointer.ts'
import type { CostPart } from './cost.ts'
import { flatten, type Placed } from './counts.ts'
import { queryNs } from './estimate-query.ts'
import type { Load } from './load.ts'
import { AGGREGATION_BYTES, AGGREGATION_NS, WEIGHTS } from './weights.ts'

/** What each aggregation of a body costs. */
export function aggregationParts({ aggregations }: BodyTree, load: Load): CostPart[] {
  return flatten(aggregations)
    .filter(({ node }) => node.kind.role !== 'pipeline')
    .map((placed) => aggregationPart(placed, load))
}

function aggregationPart({ node, shardParents }: Placed, load: Load): CostPart {
  const { type, effort, role, shardBuckets, stateBytes, queries, paths } = node.kind
  const { documents, documentsPerShard, shards, shardsAtOnce, lanes } = load
  const filtering = queries.reduce((sum, each) => sum + queryNs(each, load), 0)
  const counting = documents * AGGREGATION_NS[effort] + filtering
  // No shard has more buckets than documents.
  const atMost = role === 'buckets' && effort !== 'none' ? shardParents * shardBuckets : 0
  const buckets = Math.min(atMost, Math.max(documentsPerShard, shardBuckets))
  const states = Math.min(shardParents, Math.max(1, documentsPerShard)) * stateBytes
  const inHand = shardsAtOnce * documentsPerShard * (AGGREGATION_BYTES[effort] + paths.length * WEIGHTS.orderBytes)
  return {
    pointer: pointer(node.path),
    what: `${type} aggregation`,
    workMs: (counting / lanes + buckets * shards * WEIGHTS.bucketNs) / 1e6,
    memoryBytes:
      inHand +
      buckets * shards * WEIGHTS.bucketBytes +
      states * shardsAtOnce +
      Math.min(states * shards, documents * 8),
  }
}
