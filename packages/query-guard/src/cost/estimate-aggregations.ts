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

function aggregationPart(placed: Placed, load: Load): CostPart {
  const { kind, path } = placed.node
  const { documents, documentsPerShard, shards, shardsAtOnce, lanes } = load
  const ordering = kind.paths.length > 0 ? 1 : 0
  const perDocument = AGGREGATION_NS[kind.effort] * kind.passes + ordering * WEIGHTS.orderNs
  const filtering = kind.queries.reduce((sum, each) => sum + queryNs(each, load), 0)
  const buckets = bucketsPerShard(placed, documentsPerShard)
  // No shard keeps a state for more buckets than it has documents.
  const states = Math.min(placed.shardParents, Math.max(1, documentsPerShard))
  const perShard = states * (kind.stateBytes * WEIGHTS.stateNs + kind.fetches * WEIGHTS.scatteredFetchNs)
  const bytesPerDocument = AGGREGATION_BYTES[kind.effort] * kind.passes + ordering * WEIGHTS.orderBytes
  return {
    pointer: pointer(path),
    what: `${kind.type} aggregation`,
    workMs:
      (documents * perDocument + filtering + shards * perShard) / lanes / 1e6 + joiningMs(placed, buckets, shards),
    memoryBytes:
      shardsAtOnce * (documentsPerShard * bytesPerDocument + states * kind.stateBytes) +
      shards * buckets * WEIGHTS.bucketBytes +
      keptBytes(placed, states, load),
  }
}

/** Buckets of one shard's answer; it has no more of them than documents. */
function bucketsPerShard({ node, shardParents }: Placed, documentsPerShard: number): number {
  const { role, effort, shardBuckets } = node.kind
  if (role !== 'buckets' || effort === 'none') return 0
  return Math.min(shardParents * shardBuckets, Math.max(documentsPerShard, shardBuckets))
}

function joiningMs({ shardParents }: Placed, buckets: number, shards: number): number {
  const each = shardParents > 1 ? WEIGHTS.innerBucketNs : WEIGHTS.bucketNs
  return (buckets * shards * each) / 1e6
}

/** What the answers of all shards hold until they are joined: digests as a whole, the rest only what is in it. */
function keptBytes({ node }: Placed, states: number, { shards, documents }: Load): number {
  const all = states * shards * node.kind.stateBytes
  return node.kind.effort === 'digest' ? all : Math.min(all, documents * 8)
}
