import type { FieldReference } from '../field-catalog.ts'
import { readField } from '../field.ts'
import type { JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { NUMBER_TYPES } from '../value.ts'
import type { AggregationEffort } from './aggregation-tree.ts'

export const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'date_nanos'])
/** Types whose values can be added or compared as numbers. */
export const COUNTABLE_TYPES: ReadonlySet<string> = new Set([...NUMBER_TYPES, ...DATE_TYPES, 'boolean'])

/** The types that an aggregation accepts, and their name in messages. */
export interface FieldDemand {
  types: ReadonlySet<string>
  what: string
  instead: string
}

/** Reads `field` of an aggregation. An unknown field is accepted, and has no values. */
export function readAggregated(
  reading: Reading,
  path: Path,
  object: JsonObject,
  demand?: FieldDemand,
): FieldReference | undefined {
  const here = at(path, 'field')
  const field = readField(reading, here, object.field, 'aggregatable')
  if (!field || !demand || !field.traits || demand.types.has(field.traits.type)) return field
  const detail = `This needs ${demand.what} and ${field.asked} holds none; ${demand.instead}.`
  return reading.refuse('malformed', here, detail)
}

/** How the engine distinguishes the values of a field: by their ordinals, or by hashing each value. */
export function groupingEffort({ traits }: FieldReference): AggregationEffort {
  if (!traits) return 'none'
  return traits.type === 'keyword' || traits.type === 'ip' ? 'ordinals' : 'hash'
}
