import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { readInteger, readObject } from '../shape.ts'
import { NUMBER_TYPES } from '../value.ts'
import type { AggregationKind, Metric } from './aggregation-tree.ts'

const CARDINALITY = {
  title: 'a cardinality aggregation',
  keys: ['field', 'precision_threshold'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}

/** Types that can be added up or compared as numbers, beside the number types. */
const COUNTABLE: ReadonlySet<string> = new Set([...NUMBER_TYPES, 'date', 'date_nanos', 'boolean'])

/** `min`, `max`, `avg`, `sum`, `stats`, `value_count` of one field. */
export function readMetric(metric: Metric, reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const shape = { title: `a ${metric} aggregation`, keys: ['field'], engineKeys: ENGINE_AGGREGATION_OPTIONS }
  const object = readObject(reading, path, json, shape)
  const field = object && readField(reading, at(path, 'field'), object.field, 'aggregatable')
  if (!field) return undefined
  if (metric !== 'value_count' && field.traits && !COUNTABLE.has(field.traits.type)) {
    const detail = `${metric} needs a number or a date and ${field.name} is neither; use value_count or cardinality.`
    return reading.refuse('malformed', at(path, 'field'), detail)
  }
  return { type: 'metric', metric, field: field.name }
}

/** `cardinality`: about how many different values a field has. */
export function readCardinality(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, CARDINALITY)
  const field = object && readField(reading, at(path, 'field'), object.field, 'aggregatable')
  if (!object || !field) return undefined
  const bounds = { min: 0, max: LIMITS.precisionThreshold }
  const given = object.precision_threshold
  const here = at(path, 'precision_threshold')
  const precisionThreshold = given === undefined ? undefined : readInteger(reading, here, given, bounds)
  return { type: 'cardinality', field: field.name, precisionThreshold }
}
