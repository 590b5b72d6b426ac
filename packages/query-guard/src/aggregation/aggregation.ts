import { ENGINE_AGGREGATIONS } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { boundsOf } from '../query/bounds.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, listed } from '../shape.ts'
import { meet } from '../time/interval.ts'
import { isAggregationName } from './aggregation-name.ts'
import type { Aggregation, AggregationKind, Around } from './aggregation-tree.ts'
import { readComposite } from './composite/composite-aggregation.ts'
import { readAutoDateHistogram, readDateHistogram } from './histogram/date-histogram-aggregation.ts'
import { readFilter, readFilters, readMissing, readSampler } from './filter-aggregation.ts'
import { readHistogram } from './histogram/histogram-aggregation.ts'
import { METRIC_READERS, readCardinality, readPercentileRanks, readPercentiles } from './metric-aggregation.ts'
import { PIPELINE_READERS } from './pipeline-aggregation.ts'
import { RANGE_READERS } from './range-aggregation.ts'
import { readMultiTerms, readTermsAggregation } from './terms-aggregation.ts'
import { readTopHits } from './top-hits-aggregation.ts'

type KindReader = (reading: Reading, path: Path, json: Json, around: Around) => AggregationKind | undefined

const READERS: ReadonlyMap<string, KindReader> = new Map<string, KindReader>([
  ['terms', readTermsAggregation],
  ['multi_terms', readMultiTerms],
  ['composite', readComposite],
  ['date_histogram', readDateHistogram],
  ['auto_date_histogram', readAutoDateHistogram],
  ['histogram', readHistogram],
  ...RANGE_READERS,
  ['filter', readFilter],
  ['filters', readFilters],
  ['missing', readMissing],
  ['sampler', readSampler],
  ...METRIC_READERS,
  ['cardinality', readCardinality],
  ['percentiles', readPercentiles],
  ['percentile_ranks', readPercentileRanks],
  ['top_hits', readTopHits],
  ...PIPELINE_READERS,
])

const CHILDREN: readonly string[] = ['aggs', 'aggregations']

/** Reads the aggregations of an object, under `aggs` or `aggregations`. */
export function readAggregations(
  reading: Reading,
  path: Path | undefined,
  holder: Json,
  around: Around,
): Aggregation[] {
  if (!isObject(holder)) return []
  const keys = CHILDREN.filter((each) => holder[each] !== undefined)
  const [key, second] = keys
  if (key === undefined) return []
  const here = at(path, key)
  if (second) reading.refuse('malformed', at(path, second), `Write either ${key} or ${second}, not both.`)
  const named = holder[key]
  if (!isObject(named)) {
    reading.refuse('malformed', here, 'Write aggregations as an object of names, each with one aggregation.')
    return []
  }
  return Object.entries(named)
    .map(([name, json]) => readAggregation(reading, at(here, name), name, json, around))
    .filter((each) => each !== undefined)
}

function readAggregation(
  reading: Reading,
  path: Path,
  name: string,
  json: Json,
  around: Around,
): Aggregation | undefined {
  if (reading.isFull()) return undefined
  if (!isAggregationName(name)) {
    const detail = `${quote(name)} is no name for an aggregation; write 1 to 64 letters, digits, ".", "_", "-" or spaces.`
    return reading.refuse('malformed', path, detail)
  }
  const kinds = isObject(json) ? Object.entries(json).filter(([key]) => !CHILDREN.includes(key)) : []
  const [first] = kinds
  if (!first || kinds.length > 1) return refuseCount(reading, path, kinds)
  const kind = readKind(reading, at(path, first[0]), first[0], first[1], around)
  const children = readAggregations(reading, path, json, kind ? within(kind, around) : around)
  if (!kind) return undefined
  if (children.length > 0 && (kind.role === 'metric' || kind.role === 'pipeline')) {
    return reading.refuse('malformed', path, `${first[0]} holds no other aggregations; put them next to it.`)
  }
  // The engine answers 500 to a sampler without inner aggregations.
  if (children.length === 0 && kind.type === 'sampler') {
    return reading.refuse('malformed', path, 'A sampler needs aggregations inside; add "aggs" to it.')
  }
  return { name, kind, children, path }
}

function within({ type, queries }: AggregationKind, around: Around): Around {
  if (type !== 'filter') return around
  return { bounds: (field) => queries.map((each) => boundsOf(each, field)).reduce(meet, around.bounds(field)) }
}

function readKind(reading: Reading, path: Path, type: string, json: Json, around: Around): AggregationKind | undefined {
  const read = READERS.get(type)
  if (read) return read(reading, path, json, around)
  const instead = `write ${listed([...READERS.keys()])}`
  return ENGINE_AGGREGATIONS.has(type)
    ? reading.refuse('not-allowed', path, `The engine's aggregation ${quote(type)} is not allowed; ${instead}.`)
    : reading.refuse('malformed', path, `${quote(type)} is no aggregation; ${instead}.`)
}

function refuseCount(reading: Reading, path: Path, kinds: readonly [string, Json][]): undefined {
  if (kinds.some(([key]) => key === 'meta')) {
    return reading.refuse('not-allowed', at(path, 'meta'), 'meta is not allowed in an aggregation; leave it out.')
  }
  return reading.refuse('malformed', path, 'Write exactly one aggregation under each name.')
}
