import type { AggregationKind } from '../aggregation/aggregation-tree.ts'
import type { Selection } from './knowledge.ts'
import type { Load } from './load.ts'

/** What an aggregation gets from what stands around it. */
export interface Around {
  /** Documents that come to it. */
  selection: Selection
  /** How often one comes, since it may lie in several buckets: to all shards, and to the largest. */
  visits: number
  shardVisits: number
  /** Buckets around it that a shard keeps while it collects, and those of them that it answers. */
  owners: number
  kept: number
}

/** The buckets of an aggregation. */
export interface BucketTable {
  /** Values that are counted: over all shards, and on the largest. */
  values: number
  shardValues: number
  /** Entries of the tables of all shards, and what they would be if every document were counted. */
  entries: number
  largest: number
  /** Different values in one bucket around, on one shard. */
  different: number
  /** Entries of the table of one shard, and buckets that it answers. */
  owners: number
  kept: number
  /** Buckets without documents are there as well. */
  isFilled: boolean
}

/** Sizes the tables of an aggregation; a metric has none. */
export function bucketTable(kind: AggregationKind, around: Around, load: Load): BucketTable {
  const each = valuesOf(kind, around, load)
  const [values, shardValues] = [around.visits * each, around.shardVisits * each]
  const { role, effort, buckets, shardBuckets } = kind
  if (role !== 'buckets' || effort === 'none') {
    return { values, shardValues, entries: 0, largest: 0, different: 1, owners: 0, kept: 0, isFilled: true }
  }
  if (effort === 'filters' || effort === 'ranges') {
    const [owners, kept] = [around.owners * buckets, around.kept * buckets]
    return { values, shardValues, entries: 0, largest: 0, different: buckets, owners, kept, isFilled: true }
  }
  const different = differentOf(kind, shardValues / around.owners, load)
  const owners = Math.min(shardValues, around.owners * different)
  const kept = Math.min(owners, around.kept * Math.min(shardBuckets, different))
  const entries = Math.min(values, load.shards * owners)
  const largest = Math.min(load.documents, load.shards * differentOf(kind, load.largestShard, load))
  return { values, shardValues, entries, largest: Math.max(entries, largest), different, owners, kept, isFilled: false }
}

/** What stands around the aggregations inside of one. */
export function aroundChildren(kind: AggregationKind, around: Around, table: BucketTable, load: Load): Around {
  const { narrow, lacking, shareOfMostFrequent } = load.knowledge
  if (kind.effort === 'filters') {
    const found = kind.queries.map((each) => narrow(around.selection, each))
    if (kind.role === 'narrowing') return narrowed(around, found[0] ?? around.selection)
    const share = found.reduce((sum, each) => sum + shareOf(around, each), 0)
    return { ...scaled(around, share), owners: table.owners, kept: table.kept }
  }
  if (kind.type === 'missing') return narrowed(around, lacking(around.selection, kind.fields[0] ?? ''))
  if (kind.role === 'narrowing') {
    const visits = Math.min(around.visits, load.shards * kind.passesOn)
    return { ...around, visits, shardVisits: Math.min(around.shardVisits, kind.passesOn) }
  }
  const selection = withFields(kind, around, load)
  // Only what the answer needs is counted further, unless the order depends on it.
  const isDeferred = DEFERRED.has(kind.type) && kind.paths.length === 0 && table.different > kind.shardBuckets
  const counted = { selection, visits: table.values, shardVisits: table.shardValues }
  if (!isDeferred) return { ...counted, owners: Math.max(1, table.owners), kept: table.kept }
  const [field, second] = kind.fields
  const isOne = field !== undefined && second === undefined
  const share = isOne ? shareOfMostFrequent(field, kind.shardBuckets, table.different) : 1
  const kept = Math.max(1, table.kept)
  return scaled({ ...counted, owners: kept, kept }, share)
}

const DEFERRED: ReadonlySet<string> = new Set(['terms', 'multi_terms', 'composite'])

function narrowed(around: Around, selection: Selection): Around {
  return { ...scaled(around, shareOf(around, selection)), selection }
}

function scaled(around: Around, share: number): Around {
  return { ...around, visits: around.visits * share, shardVisits: around.shardVisits * share }
}

/** Which share of what comes belongs to a narrower selection. */
function shareOf({ selection }: Around, narrower: Selection): number {
  return selection.documents > 0 ? narrower.documents / selection.documents : 0
}

function withFields(kind: AggregationKind, { selection }: Around, { knowledge }: Load): Selection {
  return kind.fillsMissing ? selection : knowledge.having(selection, kind.fields)
}

/** Values for each document that comes. */
function valuesOf(kind: AggregationKind, around: Around, load: Load): number {
  const share = shareOf(around, withFields(kind, around, load))
  return kind.fields.reduce((product, each) => product * load.knowledge.valuesEach(each), share)
}

function differentOf({ effort, fields, shardBuckets }: AggregationKind, values: number, { knowledge }: Load): number {
  const most = fields.reduce((product, each) => product * knowledge.distinct(each, values), 1)
  const different = Math.min(values, fields.length > 0 ? most : values)
  // How many steps a histogram has is known.
  return effort === 'rounding' ? Math.min(different, shardBuckets) : different
}
