import type { FieldReference } from '../field-catalog.ts'
import { LIMITS } from '../limits.ts'
import { NUMBER_TYPES, type Scalar } from '../value.ts'
import type { Effort } from './query-tree.ts'

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'match_only_text'])

/**
 * How many clauses the engine makes of one value. It counts them over the whole query and answers 500 beyond 1,024 in
 * all. A text becomes one clause per word, a value of a `wildcard` field one per group of its letters.
 */
export function weightOf(field: FieldReference, value: Scalar): number {
  const text = String(value)
  if (field.traits?.type === 'wildcard') return Math.max(1, text.length)
  return isText(field) ? Math.max(1, wordsOf(text)) : 1
}

/** How the engine looks up a value of this field. */
export function effortOf(field: FieldReference): Effort {
  const type = field.traits?.type
  if (type === undefined) return 'none'
  if (field.traits?.isColumn) return 'scan'
  return effortOfType(type)
}

/** How the engine looks up a value of a type that has an index. */
export function effortOfType(type: string): Effort {
  if (NUMBER_TYPES.has(type) || type === 'ip' || type === 'date' || type === 'date_nanos') return 'points'
  return TEXT_TYPES.has(type) || type === 'wildcard' ? 'text' : 'term'
}

/** How many clauses over several fields read a column: one for each value of a field without an index. */
export function columnsOf(
  fields: readonly FieldReference[],
  clausesOfField: (field: FieldReference) => number,
): number {
  return fields.reduce((sum, each) => (each.traits?.isColumn ? sum + clausesOfField(each) : sum), 0)
}

/**
 * An upper bound for the words of the standard analyser: runs of letters and digits, each ideograph alone. Stops once
 * there are more words than any query may have.
 */
export function wordsOf(text: string): number {
  let count = 0
  for (const [run] of text.matchAll(/[\p{L}\p{N}\p{So}]+/gu)) {
    const alone = run.match(/[\u{2e80}-\u{10ffff}]/gu)?.length ?? 0
    count += alone + 1
    if (count > LIMITS.queryClauses) break
  }
  return count
}

function isText({ traits }: FieldReference): boolean {
  return traits !== undefined && TEXT_TYPES.has(traits.type)
}
