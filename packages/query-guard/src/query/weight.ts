import type { FieldReference } from '../field-catalog.ts'
import type { Scalar } from '../value.ts'

/**
 * How many clauses the engine makes of one value. It counts them over the whole query and answers 500 when they pass
 * 1,024 in all: a text becomes one clause per word, a value of a `wildcard` field one per group of its letters.
 */
export function weightOf(field: FieldReference, value: Scalar): number {
  const text = String(value)
  if (field.traits?.type === 'wildcard') return Math.max(1, text.length)
  const isText = field.traits?.type === 'text' || field.traits?.type === 'match_only_text'
  return isText ? Math.max(1, words(text)) : 1
}

/** Counts words the way the standard analyser would at most: runs of letters and digits, each ideograph alone. */
function words(text: string): number {
  let count = 0
  for (const run of text.match(/[\p{L}\p{N}\p{So}]+/gu) ?? []) {
    const alone = run.match(/[\u{2e80}-\u{10ffff}]/gu)?.length ?? 0
    count += alone + 1
  }
  return count
}
