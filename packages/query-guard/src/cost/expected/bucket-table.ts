import type { AggregationKind } from '../../aggregation/aggregation-tree.ts'
import type { ExpectedLoad } from './expected-load.ts'
import type { Selection } from './sample-knowledge.ts'

/** What an aggregation receives from its parents. */
export interface Around {
  /** Documents passed to it. */
  selection: Selection
  /** How often documents are passed, because one may be in several buckets: on all shards, and on the largest. */
  visits: number
  shardVisits: number
  /** Parent buckets that a shard keeps while it collects, and those that it returns. */
  owners: number
  kept: number
}

/** The buckets of an aggregation. */
export interface BucketTable {
  /** Counted values: on all shards, and on the largest. */
  values: number
  shardValues: number
  /** Entries of the tables of all shards. */
  entries: number
  /** Distinct values in one parent bucket, on one shard. */
  distinct: number
  /** Table entries of one shard, and buckets that it returns. */
  owners: number
  kept: number
  /** Buckets without documents are returned too. */
  isFilled: boolean
}

/** Sizes the tables of an aggregation; a metric has none. */
export function bucketTable(kind: AggregationKind, around: Around, load: ExpectedLoad): BucketTable {
  const each = valuesOf(kind, around, load)
  const counted = { values: around.visits * each, shardValues: around.shardVisits * each }
  const { role, effort, buckets, shardBuckets } = kind
  if (role !== 'buckets' || effort === 'none') {
    return { ...counted, entries: 0, distinct: 1, owners: 0, kept: 0, isFilled: true }
  }
  if (effort === 'filters' || effort === 'ranges') {
    const [owners, kept] = [around.owners * buckets, around.kept * buckets]
    return { ...counted, entries: 0, distinct: buckets, owners, kept, isFilled: true }
  }
  const distinct = distinctOf(kind, counted.shardValues / around.owners, load)
  const owners = Math.min(counted.shardValues, around.owners * distinct)
  const kept = Math.min(owners, around.kept * Math.min(shardBuckets, distinct))
  const entries = Math.min(counted.values, load.shards * owners)
  return { ...counted, entries, distinct, owners, kept, isFilled: false }
}

/** What the inner aggregations of one receive. */
export function aroundChildren(kind: AggregationKind, around: Around, table: BucketTable, load: ExpectedLoad): Around {
  const { narrow, lacking, shareOfMostFrequent } = load.knowledge
  if (kind.effort === 'filters') {
    const found = kind.queries.map((each) => narrow(around.selection, each))
    if (kind.role === 'narrowing') return narrowed(around, found[0] ?? around.selection)
    const share = found.reduce((sum, each) => sum + shareOf(around, each), 0)
    return { ...scaled(around, share), owners: Math.max(1, table.owners), kept: Math.max(1, table.kept) }
  }
  if (kind.type === 'missing') return narrowed(around, lacking(around.selection, kind.fields[0] ?? ''))
  if (kind.role === 'narrowing') {
    const visits = Math.min(around.visits, load.shards * kind.passesOn)
    return { ...around, visits, shardVisits: Math.min(around.shardVisits, kind.passesOn) }
  }
  const selection = withFields(kind, around, load)
  const counted = { selection, visits: table.values, shardVisits: table.shardValues }
  // Inner aggregations get only the buckets that are returned, unless the order depends on them.
  const isDeferred = DEFERRED.has(kind.type) && kind.paths.length === 0 && table.distinct > kind.shardBuckets
  const kept = Math.max(1, table.kept)
  if (!isDeferred) return { ...counted, owners: Math.max(1, table.owners), kept }
  const [field, second] = kind.fields
  const isOne = field !== undefined && second === undefined
  const share = isOne ? shareOfMostFrequent(field, kind.shardBuckets, table.distinct) : 1
  return scaled({ ...counted, owners: kept, kept }, share)
}

const DEFERRED: ReadonlySet<string> = new Set(['terms', 'multi_terms', 'composite'])

function narrowed(around: Around, selection: Selection): Around {
  return { ...scaled(around, shareOf(around, selection)), selection }
}

function scaled(around: Around, share: number): Around {
  return { ...around, visits: around.visits * share, shardVisits: around.shardVisits * share }
}

/** The share of the passed documents that a narrower selection contains. */
function shareOf({ selection }: Around, narrower: Selection): number {
  return selection.documents > 0 ? narrower.documents / selection.documents : 0
}

function withFields(kind: AggregationKind, { selection }: Around, { knowledge }: ExpectedLoad): Selection {
  return kind.fillsMissing ? selection : knowledge.having(selection, kind.fields)
}

/** Values per passed document. */
function valuesOf(kind: AggregationKind, around: Around, load: ExpectedLoad): number {
  const share = shareOf(around, withFields(kind, around, load))
  return kind.fields.reduce((product, each) => product * load.knowledge.valuesEach(each), share)
}

function distinctOf(
  { effort, fields, shardBuckets }: AggregationKind,
  values: number,
  { knowledge }: ExpectedLoad,
): number {
  const most = fields.reduce((product, each) => product * knowledge.distinct(each, values), 1)
  const distinct = Math.min(values, fields.length > 0 ? most : values)
  // A histogram has no more buckets than intervals.
  return effort === 'rounding' ? Math.min(distinct, shardBuckets) : distinct
}
