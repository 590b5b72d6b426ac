import { readSort } from '../body/sort.ts'
import { buildSortKey } from '../body/build-body.ts'
import { readSourceFilter } from '../body/source-filter.ts'
import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { given } from '../query/build-query.ts'
import type { Reading } from '../reading.ts'
import { readInteger, readObject, readOptional } from '../shape.ts'
import { type AggregationKind, kindOf } from './aggregation-tree.ts'
import { words } from '../words.ts'

const TOP_HITS = {
  title: 'a top_hits aggregation',
  keys: ['size', 'sort', '_source'],
  engineKeys: words(`docvalue_fields explain fields from highlight script_fields seq_no_primary_term stored_fields
    track_scores version`),
}
/** The engine's default for an absent size. */
const DEFAULT_TOP_HITS = 3
/** Approximate size of a stored document. */
const DOCUMENT_BYTES = 4_096

/** `top_hits`: a few documents per bucket. */
export function readTopHits(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, TOP_HITS)
  if (!object) return undefined
  const bounds = { min: 1, max: LIMITS.topHits }
  const size = readOptional(object, path, 'size', (...place) => readInteger(reading, ...place, bounds))
  const sort = readOptional(object, path, 'sort', (...place) => readSort(reading, ...place))
  const source = readOptional(object, path, '_source', (...place) => readSourceFilter(reading, ...place))
  return kindOf({
    type: 'top_hits',
    options: given({ size, sort: sort?.length ? sort.map(buildSortKey) : undefined, _source: source }),
    role: 'metric',
    effort: 'hits',
    stateBytes: (size ?? DEFAULT_TOP_HITS) * DOCUMENT_BYTES,
    fetches: source === false ? 0 : (size ?? DEFAULT_TOP_HITS),
  })
}
