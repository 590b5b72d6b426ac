import type { FieldReference } from '../field-catalog.ts'
import type { Interval } from '../time/interval.ts'
import type { Scalar } from '../value.ts'

/** What a leaf of a query asks of the values of one field, as far as a sample can tell which documents have them. */
export type LeafCondition =
  | { kind: 'exists'; field: FieldReference }
  | { kind: 'values'; field: FieldReference; values: readonly Scalar[] }
  | { kind: 'interval'; field: FieldReference; interval: Interval }
  /** Texts between two, by their order; `isPrefix`: those that begin with `from`. */
  | { kind: 'texts'; field: FieldReference; from: string | undefined; to: string | undefined; isPrefix: boolean }
  /** So many documents at most. */
  | { kind: 'few'; documents: number }

/** Texts that begin so. */
export function prefixCondition(field: FieldReference, from: string): LeafCondition {
  return { kind: 'texts', field, from, to: undefined, isPrefix: true }
}

/** Texts that begin as a pattern does, up to its first `*` or `?`: at least those that it finds. */
export function wildcardCondition(field: FieldReference, pattern: string): LeafCondition {
  return prefixCondition(field, /^[^*?\\]*/.exec(pattern)?.[0] ?? '')
}

/** Texts that begin as an expression does, up to the first character that may mean something. */
export function regexpCondition(field: FieldReference, expression: string): LeafCondition {
  if (expression.includes('|')) return prefixCondition(field, '')
  const plain = /^[\w -]*/.exec(expression)?.[0] ?? ''
  // What follows may make the last character optional.
  return prefixCondition(field, plain.length < expression.length ? plain.slice(0, -1) : plain)
}
