import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { SearchField } from '@watchpost/contract'

const words = [
  'query',
  'bool',
  'must',
  'filter',
  'should',
  'must_not',
  'minimum_should_match',
  'term',
  'terms',
  'match',
  'match_all',
  'match_phrase',
  'range',
  'exists',
  'prefix',
  'wildcard',
  'gte',
  'gt',
  'lte',
  'lt',
  'field',
  'size',
  'from',
  'sort',
  'aggs',
  'date_histogram',
  'fixed_interval',
  'cardinality',
  'composite',
  'sources',
  'avg',
  'sum',
  'min',
  'max',
  'percentiles',
  'order',
  '_source',
  'track_total_hits',
  'search_after',
]

/** Completes field names and query keywords inside quotes. */
export function completeFrom(fields: readonly SearchField[], context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/"[\w.@-]*/)
  if (!before) return null
  const options: Completion[] = [
    ...fields.filter(({ filter }) => filter).map(({ name, type }) => ({ label: name, detail: type, boost: 1 })),
    ...words.map((label) => ({ label, type: 'keyword' })),
  ]
  return { from: before.from + 1, options, validFor: /^[\w.@-]*$/ }
}
