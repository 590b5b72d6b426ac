import { type FieldReference, isSingleValued } from '../../field-catalog.ts'
import type { JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import type { Built } from '../../query/query-tree.ts'
import type { Reading } from '../../reading.ts'
import { readInteger, readOptional } from '../../shape.ts'
import { hull, type Interval, isBounded, meet } from '../../time/interval.ts'

/** What determines the number of buckets of a histogram. */
export interface HistogramSpan {
  /** The guaranteed interval of the values, from the query or from `hard_bounds`. */
  certain: Interval
  /** The interval that values may be in, as far as known. */
  likely: Interval
  /** The most buckets that the values in an interval fill, if the values have been read. */
  filled?: ((certain: Interval) => number) | undefined
  /** The caller's `extended_bounds`; empty if absent. */
  extended: Interval
  width: number
  /** The advice in messages: what the caller should bound. */
  advice: string
}

/** The maximum number of buckets of a histogram, and the engine's options for empty ones. */
export interface HistogramWidth {
  buckets: number
  minDocCount: number | undefined
  /** Both bounds are guaranteed, so the empty buckets between them can be counted. */
  isCertain: boolean
  shown: Interval
}

/**
 * Counts the buckets of a histogram before the engine does. Empty buckets are the danger: the engine creates them
 * between the minimum and the maximum value, after its own bucket limit was checked, until memory is exhausted. They
 * are therefore allowed only if both bounds are guaranteed and few buckets are between them. If only the lower bound is
 * guaranteed, empty buckets are omitted. Otherwise the caller has to omit them explicitly.
 */
export function readHistogramWidth(
  reading: Reading,
  path: Path,
  object: JsonObject,
  { certain, likely, filled, extended, width, advice }: HistogramSpan,
): HistogramWidth | undefined {
  const isCertain = isBounded(certain) || certain.from > certain.to
  const hasStart = isCertain || Number.isFinite(certain.from)
  const shown = hull(isCertain ? certain : meet(certain, likely), extended)
  const most = bucketsBetween(shown, width)
  const count = isCertain || !filled ? most : Math.min(most, filled(certain) + bucketsBetween(extended, width))
  const buckets = Math.min(count, Number.MAX_SAFE_INTEGER)
  if (buckets > LIMITS.histogramBuckets) {
    const found = `This comes to ${buckets} buckets`
    const detail = `${found}; at most ${LIMITS.histogramBuckets} are allowed: ${advice}, or widen the interval.`
    return reading.refuse('too-expensive', path, detail, { estimate: buckets, budget: LIMITS.histogramBuckets })
  }
  const given = readOptional(object, path, 'min_doc_count', (...place) =>
    readInteger(reading, ...place, { min: 0, max: 2_147_483_647 }),
  )
  if ((isCertain && buckets <= LIMITS.emptyBuckets) || (given ?? 0) > 0) {
    return { buckets, minDocCount: given, isCertain, shown }
  }
  if (given === undefined && hasStart) return { buckets, minDocCount: 1, isCertain, shown }
  const detail = isCertain
    ? `Empty buckets are listed among at most ${LIMITS.emptyBuckets}, and this comes to ${buckets}: write 1, or widen the interval.`
    : `Empty buckets are listed only where both ends are known: ${advice}, or write "min_doc_count": 1.`
  const excess = { estimate: buckets, budget: LIMITS.emptyBuckets }
  const here = given === undefined ? path : at(path, 'min_doc_count')
  return reading.refuse('too-expensive', here, detail, excess)
}

function bucketsBetween({ from, to }: Interval, width: number): number {
  return from > to ? 0 : Math.floor((to - from) / width) + 2
}

/**
 * The caller's hard bounds, or ours for a multi-valued field. Such a document matches the query by one of its values
 * but is counted by all of them, so the query alone does not bound the buckets. The engine drops a bucket of numbers
 * that starts before the minimum, and a bucket of times that contains the maximum. Our bounds are therefore wider than
 * the visible range by more than a bucket on either side. (The width of a month is that of the shortest.)
 */
export function hardBoundsOf(
  reading: Reading,
  field: FieldReference,
  given: Built | undefined,
  { shown, minDocCount }: HistogramWidth,
  width: number,
): Built | undefined {
  if (given) return given
  const fills = (minDocCount ?? 0) === 0
  const isOpen = fills && field.traits && !isSingleValued(reading.fields, field.name, reading.timeField)
  return isOpen && isBounded(shown) ? { min: shown.from - 2 * width, max: shown.to + 2 * width } : undefined
}
