import type { Aggregation, AggregationKind } from '../../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../../body/body-tree.ts'
import { pointer } from '../../json/pointer.ts'
import { SCANNED } from '../weights.ts'
import { type Around, aroundChildren, type BucketTable, bucketTable } from './bucket-table.ts'
import type { ExpectedLoad, ExpectedPart } from './expected-load.ts'
import { queryNs } from './expected-query.ts'
import { AGGREGATION_NS, EXPECTED_WEIGHTS, TABLED } from './expected-weights.ts'
import type { Selection } from './sample-knowledge.ts'

/** The expected cost of each aggregation, over the documents that match the query. */
export function aggregationParts({ aggregations }: BodyTree, load: ExpectedLoad, found: Selection): ExpectedPart[] {
  const share = load.documents > 0 ? found.documents / load.documents : 0
  const shardVisits = load.largestShard * share
  const top: Around = { selection: found, visits: found.documents, shardVisits, owners: 1, kept: 1 }
  return aggregations.flatMap((each) => partsOf(each, top, load))
}

function partsOf(node: Aggregation, around: Around, load: ExpectedLoad): ExpectedPart[] {
  if (node.kind.role === 'pipeline') return []
  const table = bucketTable(node.kind, around, load)
  const inner = node.children.length > 0 ? aroundChildren(node.kind, around, table, load) : around
  return [aggregationPart(node, around, table, load), ...node.children.flatMap((each) => partsOf(each, inner, load))]
}

function aggregationPart(
  { kind, path }: Aggregation,
  around: Around,
  table: BucketTable,
  load: ExpectedLoad,
): ExpectedPart {
  const filtering = kind.queries.reduce((sum, each) => sum + queryNs(each, load, around.selection, false), 0)
  const ns =
    collectingNs(kind, around, table) + filtering + stateNs(kind, around, load) + scanningNs(kind, around, table)
  const joining = bucketsOfShards(kind.shardBuckets, table, around, load) * joiningNs(kind, around)
  return { pointer: pointer(path), what: `${kind.type} aggregation`, workMs: (ns / load.parallelism + joining) / 1e6 }
}

function collectingNs(kind: AggregationKind, around: Around, table: BucketTable): number {
  const ordering = kind.paths.length > 0 ? EXPECTED_WEIGHTS.orderNs : 0
  const entryNs = ordering + (TABLED.has(kind.effort) ? EXPECTED_WEIGHTS.entryNs : 0)
  const counting = table.values * AGGREGATION_NS[kind.effort] * kind.passes
  return around.visits * visitNs(kind) + counting + table.entries * entryNs
}

/** An aggregation over several fields reads the first of them even where another is missing. */
function visitNs({ effort, passes }: AggregationKind): number {
  if (effort === 'none') return 0
  if (passes <= 1 || effort === 'filters') return EXPECTED_WEIGHTS.visitNs
  return effort === 'composite' ? EXPECTED_WEIGHTS.compositeVisitNs : EXPECTED_WEIGHTS.tupleVisitNs
}

/** The state of a metric per parent bucket, and the documents that it reads. */
function stateNs(kind: AggregationKind, around: Around, { shards }: ExpectedLoad): number {
  // No shard keeps a state for more buckets than it has documents.
  const most = Math.max(shards, around.visits)
  const states = Math.min(around.owners * shards, most)
  // Each document is read at most once.
  const fetches = Math.min(Math.min(around.kept * shards, most) * kind.fetches, around.visits)
  return states * kind.stateBytes * EXPECTED_WEIGHTS.stateNs + fetches * EXPECTED_WEIGHTS.topHitNs
}

/** Buckets in the answers of all shards; never more than documents. */
function bucketsOfShards(
  most: number,
  { kept, isFilled }: BucketTable,
  around: Around,
  { shards }: ExpectedLoad,
): number {
  if (kept === 0) return 0
  return isFilled ? shards * kept : Math.min(shards * kept, Math.max(around.visits, shards * most))
}

/** The engine scans the whole table of inner buckets once for each parent bucket. */
function scanningNs({ role, effort }: AggregationKind, around: Around, { entries }: BucketTable): number {
  if (role !== 'buckets' || around.owners <= 1 || !SCANNED.has(effort)) return 0
  return entries * around.kept * EXPECTED_WEIGHTS.scanNs
}

function joiningNs({ type }: AggregationKind, { owners }: Around): number {
  if (owners > 1) return EXPECTED_WEIGHTS.innerBucketNs
  return type === 'composite' ? EXPECTED_WEIGHTS.pagedBucketNs : EXPECTED_WEIGHTS.bucketNs
}
