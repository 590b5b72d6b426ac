import type { FieldReference } from '../field-catalog.ts'
import type { LeafCondition } from './leaf-condition.ts'
import type { Scalar } from '../value.ts'
import type { LeafQuery } from './query-tree.ts'

/** The condition of a list of values on a field. Times may contain date math, so only their bound is known. */
export function valuesCondition(
  field: FieldReference,
  values: readonly Scalar[],
  bound: LeafQuery['bound'],
): LeafCondition {
  const type = field.traits?.type
  if (type !== 'date' && type !== 'date_nanos') return { kind: 'values', field, values }
  return bound ? { kind: 'interval', field, interval: bound.interval } : { kind: 'exists', field }
}
