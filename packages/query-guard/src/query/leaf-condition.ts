import type { FieldReference } from '../field-catalog.ts'
import type { Interval } from '../time/interval.ts'
import type { Scalar } from '../value.ts'

/** The condition of a leaf query on one field, as far as a sample can evaluate it. */
export type LeafCondition =
  | { kind: 'exists'; field: FieldReference }
  | { kind: 'values'; field: FieldReference; values: readonly Scalar[] }
  | { kind: 'interval'; field: FieldReference; interval: Interval }
  /** Texts in a range, by their order; `isPrefix`: those that begin with `from`. */
  | { kind: 'texts'; field: FieldReference; from: string | undefined; to: string | undefined; isPrefix: boolean }
  /** At most this many documents. */
  | { kind: 'few'; documents: number }

/** Texts with this prefix. */
export function prefixCondition(field: FieldReference, from: string): LeafCondition {
  return { kind: 'texts', field, from, to: undefined, isPrefix: true }
}

/** Texts with the literal prefix of a pattern, up to its first `*` or `?`: a superset of its matches. */
export function wildcardCondition(field: FieldReference, pattern: string): LeafCondition {
  return prefixCondition(field, /^[^*?\\]*/.exec(pattern)?.[0] ?? '')
}

/** Texts with the literal prefix of an expression, up to the first special character. */
export function regexpCondition(field: FieldReference, expression: string): LeafCondition {
  if (expression.includes('|')) return prefixCondition(field, '')
  const plain = /^[\w -]*/.exec(expression)?.[0] ?? ''
  // The next character may make the last literal one optional.
  return prefixCondition(field, plain.length < expression.length ? plain.slice(0, -1) : plain)
}
