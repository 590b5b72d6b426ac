import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../body/body-tree.ts'
import { pointer } from '../json/pointer.ts'
import { type Around, aroundChildren, bucketTable, type BucketTable } from './bucket-table.ts'
import type { CostPart } from './cost.ts'
import { queryNs } from './estimate-query.ts'
import type { Selection } from './knowledge.ts'
import type { Load } from './load.ts'
import { AGGREGATION_BYTES, AGGREGATION_NS, SCANNED, TABLED, WEIGHTS } from './weights.ts'

/** What each aggregation of a body costs, over the documents that its query finds. */
export function aggregationParts({ aggregations }: BodyTree, load: Load, found: Selection): CostPart[] {
  const share = load.documents > 0 ? found.documents / load.documents : 0
  const shardVisits = load.largestShard * share
  const top: Around = { selection: found, visits: found.documents, shardVisits, owners: 1, kept: 1 }
  return aggregations.flatMap((each) => partsOf(each, top, load))
}

function partsOf(node: Aggregation, around: Around, load: Load): CostPart[] {
  if (node.kind.role === 'pipeline') return []
  const table = bucketTable(node.kind, around, load)
  const inner = node.children.length > 0 ? aroundChildren(node.kind, around, table, load) : around
  return [aggregationPart(node, around, table, load), ...node.children.flatMap((each) => partsOf(each, inner, load))]
}

function aggregationPart({ kind, path }: Aggregation, around: Around, table: BucketTable, load: Load): CostPart {
  const { shards, shardsAtOnce, documents, documentsAtOnce, lanes } = load
  const atOnce = documents > 0 ? documentsAtOnce / documents : 0
  const ordering = kind.paths.length > 0 ? 1 : 0
  const filtering = kind.queries.reduce((sum, each) => sum + queryNs(each, load, around.selection, false), 0)
  const buckets = bucketsOfShards(kind.shardBuckets, table, around, load)
  // No shard keeps a state for more buckets than it has documents.
  const mostStates = Math.max(shards, around.visits)
  const states = Math.min(around.owners * shards, mostStates)
  const answered = Math.min(around.kept * shards, mostStates)
  const isTabled = TABLED.has(kind.effort)
  const collectingNs =
    around.visits * visitNs(kind) +
    table.values * AGGREGATION_NS[kind.effort] * kind.passes +
    table.entries * (ordering * WEIGHTS.orderNs + (isTabled ? WEIGHTS.entryNs : 0))
  // Each document that comes is read once at most.
  const fetches = Math.min(answered * kind.fetches, around.visits)
  const stateNs = states * kind.stateBytes * WEIGHTS.stateNs + fetches * WEIGHTS.topHitNs
  const bytesOf = isTabled ? table.largest : table.values
  return {
    pointer: pointer(path),
    what: `${kind.type} aggregation`,
    workMs:
      (collectingNs + filtering + stateNs + scanningNs(kind, around, table)) / lanes / 1e6 +
      joiningMs(kind, around, buckets),
    memoryBytes:
      bytesOf * atOnce * AGGREGATION_BYTES[kind.effort] * kind.passes +
      table.entries * atOnce * ordering * WEIGHTS.orderBytes +
      Math.min(shardsAtOnce * around.owners, mostStates) * kind.stateBytes +
      buckets * WEIGHTS.bucketBytes +
      keptBytes(kind, answered, around),
  }
}

/** What joins several fields reads the first of them also where another is missing. */
function visitNs({ effort, passes }: Aggregation['kind']): number {
  if (effort === 'none') return 0
  return passes > 1 && effort !== 'filters' ? WEIGHTS.tupleVisitNs : WEIGHTS.visitNs
}

/** Buckets in the answers of all shards; they have no more of them than documents. */
function bucketsOfShards(most: number, { kept, isFilled }: BucketTable, around: Around, { shards }: Load): number {
  if (kept === 0) return 0
  return isFilled ? shards * kept : Math.min(shards * kept, Math.max(around.visits, shards * most))
}

/**
 * Buckets inside of buckets lie in one table for each shard, and the engine goes through all of it for each bucket
 * around: the work is the product of both.
 */
function scanningNs({ role, effort }: Aggregation['kind'], around: Around, { entries }: BucketTable): number {
  if (role !== 'buckets' || around.owners <= 1 || !SCANNED.has(effort)) return 0
  return entries * around.kept * WEIGHTS.scanNs
}

function joiningMs({ type }: Aggregation['kind'], { owners }: Around, buckets: number): number {
  const topNs = type === 'composite' ? WEIGHTS.pagedBucketNs : WEIGHTS.bucketNs
  return (buckets * (owners > 1 ? WEIGHTS.innerBucketNs : topNs)) / 1e6
}

/** What the answers of all shards hold until they are joined: digests as a whole, the rest only what is in it. */
function keptBytes({ effort, stateBytes }: Aggregation['kind'], answered: number, { visits }: Around): number {
  const all = answered * stateBytes
  return effort === 'digest' ? all : Math.min(all, visits * 8)
}
