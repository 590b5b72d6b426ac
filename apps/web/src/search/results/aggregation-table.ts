import type { Aggregation, Bucket } from '@watchpost/sdk'

export type Figure = number | string | undefined

export interface AggregationRow {
  keys: readonly string[]
  /** The number of events; undefined for aggregations that do not count. */
  count: number | undefined
  figures: Readonly<Record<string, Figure>>
}

/** One aggregation of a response as table rows. */
export interface AggregationTable {
  /** The name with its parents: `hours › sources`. */
  name: string
  /** The key columns; empty if there is only one row. */
  keys: readonly string[]
  rows: readonly AggregationRow[]
}

/** All aggregations of a response; nested ones get their own table. */
export function tablesOf(aggregations: Readonly<Record<string, Aggregation>>): AggregationTable[] {
  return Object.entries(aggregations).flatMap(([name, aggregation]) => tables([name], [], [{ keys: [], aggregation }]))
}

/** One occurrence of an aggregation, with the keys of its parent buckets. */
type Place = { keys: readonly string[]; aggregation: Aggregation }

function tables(path: readonly string[], around: readonly string[], places: readonly Place[]): AggregationTable[] {
  const name = path.at(-1) ?? ''
  const isBucketed = places.some(({ aggregation }) => aggregation.buckets !== undefined)
  const rows = places.flatMap(({ keys, aggregation }): { keys: readonly string[]; part: Bucket | Aggregation }[] =>
    isBucketed
      ? bucketsOf(aggregation).map((bucket) => ({ keys: [...keys, bucket.name], part: bucket.part }))
      : [{ keys, part: aggregation }],
  )
  const own: AggregationTable = {
    name: path.join(' › '),
    keys: isBucketed ? [...around, name] : around,
    rows: rows.map(({ keys, part }) => ({ keys, count: numberIn(part.doc_count), figures: figuresOf(part, name) })),
  }
  const inside = new Map<string, Place[]>()
  for (const { keys, part } of rows) {
    for (const [child, aggregation] of childrenOf(part)) {
      if (!hasBuckets(aggregation)) continue
      inside.set(child, [...(inside.get(child) ?? []), { keys, aggregation }])
    }
  }
  const isSaid = isBucketed || own.rows.some(({ count, figures }) => count !== undefined || Object.keys(figures).length)
  return [
    ...(isSaid ? [own] : []),
    ...[...inside].flatMap(([child, found]) => tables([...path, child], own.keys, found)),
  ]
}

/** Buckets as a list, also where the response has them keyed by name. */
function bucketsOf({ buckets }: Aggregation): { name: string; part: Bucket }[] {
  if (Array.isArray(buckets)) return buckets.map((part) => ({ name: nameOf(part), part }))
  return Object.entries(buckets ?? {}).map(([name, part]) => ({ name, part: part as Bucket }))
}

function nameOf({ key, key_as_string }: Bucket): string {
  if (key_as_string !== undefined) return key_as_string
  // A composite key has one value per source.
  return isRecord(key) ? Object.values(key).map(String).join(' · ') : String(key)
}

const ownParts = new Set(['key', 'buckets', 'values', 'hits', 'meta', 'after_key'])

function childrenOf(part: Readonly<Record<string, unknown>>): [string, Aggregation][] {
  return Object.entries(part).filter(
    (entry): entry is [string, Aggregation] => !ownParts.has(entry[0]) && isRecord(entry[1]),
  )
}

/** Whether the aggregation, or one directly inside it, has buckets. */
function hasBuckets(aggregation: Aggregation): boolean {
  return aggregation.buckets !== undefined || childrenOf(aggregation).some(([, child]) => hasBuckets(child))
}

/** The metrics of a bucket, or of a metric aggregation itself. */
function figuresOf(part: Aggregation | Bucket, name: string): Record<string, Figure> {
  const inside = Object.assign(
    {},
    ...childrenOf(part)
      .filter(([, child]) => child.buckets === undefined)
      .map(([child, aggregation]) => measured(aggregation, child)),
  ) as Record<string, Figure>
  return 'key' in part || 'doc_count' in part ? inside : { ...measured(part, name), ...inside }
}

function measured(aggregation: Readonly<Record<string, unknown>>, name: string): Record<string, Figure> {
  if ('value' in aggregation) return { [name]: figureIn(aggregation, 'value') }
  const { values } = aggregation
  if (isRecord(values)) {
    const ranks = Object.keys(values).filter((rank) => !rank.endsWith('_as_string'))
    return Object.fromEntries(ranks.map((rank) => [`${name} ${rank}`, figureIn(values, rank)]))
  }
  if ('doc_count' in aggregation) return { [name]: figureIn(aggregation, 'doc_count') }
  const plain = Object.keys(aggregation).filter((part) => typeof aggregation[part] === 'number')
  return Object.fromEntries(plain.map((part) => [`${name} ${part}`, figureIn(aggregation, part)]))
}

/** Prefers the engine's formatted value, for example a timestamp, to the number. */
function figureIn(holder: Readonly<Record<string, unknown>>, part: string): Figure {
  const written = holder[`${part}_as_string`]
  return typeof written === 'string' ? written : numberIn(holder[part])
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
