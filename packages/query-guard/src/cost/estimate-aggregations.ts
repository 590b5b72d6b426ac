import type { BodyTree } from '../body/body-tree.ts'
import { pointer } from '../json/pointer.ts'
import type { CostPart } from './cost.ts'
import { flatten, type Placed } from './counts.ts'
import { queryNs } from './estimate-query.ts'
import type { Load } from './load.ts'
import { AGGREGATION_BYTES, AGGREGATION_NS, SCANNED, WEIGHTS } from './weights.ts'

/** Adds the cost of each aggregation of a body. */
export function addAggregationParts(parts: CostPart[], { aggregations }: BodyTree, load: Load): void {
  for (const placed of flatten(aggregations)) {
    if (placed.node.kind.role !== 'pipeline') parts.push(aggregationPart(placed, load))
  }
}

function aggregationPart(placed: Placed, load: Load): CostPart {
  const { kind, path } = placed.node
  const { documents, shards, shardsAtOnce, documentsAtOnce, largestShard, parallelism } = load
  const ordering = kind.paths.length > 0 ? 1 : 0
  const perDocument = AGGREGATION_NS[kind.effort] * kind.passes + ordering * WEIGHTS.orderNs
  const filtering = kind.queries.reduce((sum, each) => sum + queryNs(each, load), 0)
  const buckets = bucketsOfShards(placed, load)
  // No shard keeps a state for more buckets than it has documents.
  const states = Math.min(placed.shardParents, Math.max(1, largestShard))
  const allStates = Math.min(placed.shardParents * shards, Math.max(shards, documents))
  const perState = kind.stateBytes * WEIGHTS.stateNs + kind.fetches * WEIGHTS.scatteredFetchNs
  const bytesPerDocument = AGGREGATION_BYTES[kind.effort] * kind.passes + ordering * WEIGHTS.orderBytes
  return {
    pointer: pointer(path),
    what: `${kind.type} aggregation`,
    workMs:
      (documents * perDocument + filtering + allStates * perState + scanningNs(placed, states, load)) /
        parallelism /
        1e6 +
      joiningMs(placed, buckets),
    memoryBytes:
      documentsAtOnce * bytesPerDocument +
      shardsAtOnce * states * kind.stateBytes +
      buckets * WEIGHTS.bucketBytes +
      keptBytes(placed, allStates, load),
  }
}

/** Buckets in the answers of all shards; never more than documents. */
function bucketsOfShards({ node, shardParents }: Placed, { shards, documents }: Load): number {
  const { role, effort, shardBuckets } = node.kind
  if (role !== 'buckets' || effort === 'none') return 0
  return Math.min(shards * shardParents * shardBuckets, Math.max(documents, shards * shardBuckets))
}

/**
 * Inner buckets are in one table per shard, and the engine scans all of it for each parent bucket: the work is the
 * product of both.
 */
function scanningNs({ node, shardParents }: Placed, owners: number, { documents, shards }: Load): number {
  const { role, effort, shardBuckets } = node.kind
  if (role !== 'buckets' || shardParents <= 1 || !SCANNED.has(effort)) return 0
  // The number of values of a field is unknown; the number of intervals of a histogram is known.
  const entries = effort === 'rounding' ? Math.min(documents, shards * owners * shardBuckets) : documents
  return entries * owners * WEIGHTS.scanNs
}

function joiningMs({ shardParents }: Placed, buckets: number): number {
  return (buckets * (shardParents > 1 ? WEIGHTS.innerBucketNs : WEIGHTS.bucketNs)) / 1e6
}

/** Memory of the shards' answers until they are merged: digests as a whole, others only their contents. */
function keptBytes({ node }: Placed, allStates: number, { documents }: Load): number {
  const all = allStates * node.kind.stateBytes
  return node.kind.effort === 'digest' ? all : Math.min(all, documents * 8)
}
