import type { FieldReference } from '../field-catalog.ts'
import type { BoolQuery, LeafQuery, Query } from '../query/query-tree.ts'
import { effortOfType } from '../query/weight.ts'
import { shouldRule } from '../sample/match-query.ts'
import type { Selection } from './knowledge.ts'
import type { Load } from './load.ts'
import { CLAUSE_NS, WEIGHTS } from './weights.ts'

/**
 * Nanoseconds to find the documents of a selection that match a query. Clauses that all have to match narrow what the
 * next one looks at, the one that finds the fewest documents first, as in the engine.
 */
export function queryNs(query: Query, load: Load, candidates: Selection, isScored: boolean): number {
  if (query.kind === 'leaf')
    return leafNs(query, load, candidates) + (isScored ? scoringNs(query, load, candidates) : 0)
  if (query.kind === 'bool') return boolNs(query, load, candidates, isScored)
  const needsScore = isScored && query.type !== 'constant_score'
  return query.inner.reduce((sum, each) => sum + queryNs(each, load, candidates, needsScore), 0)
}

function boolNs(query: BoolQuery, load: Load, candidates: Selection, isScored: boolean): number {
  const { narrow, all } = load.knowledge
  const required = [...(query.clauses.get('must') ?? []), ...(query.clauses.get('filter') ?? [])]
  const inOrder = required
    .map((each) => ({ query: each, isLast: readsColumns(each), documents: narrow(all, each).documents }))
    .toSorted((one, other) => Number(one.isLast) - Number(other.isLast) || one.documents - other.documents)
  let left = candidates
  let ns = 0
  for (const { query: each } of inOrder) {
    ns += queryNs(each, load, left, isScored)
    left = narrow(left, each)
  }
  // What need not match and gives no score is left out by the engine.
  const isLeftOut = shouldRule(query) === 'optional' && !isScored
  for (const each of isLeftOut ? [] : (query.clauses.get('should') ?? [])) ns += queryNs(each, load, left, isScored)
  for (const each of query.clauses.get('must_not') ?? []) ns += queryNs(each, load, left, false)
  return ns
}

function scoringNs(query: LeafQuery, { knowledge }: Load, candidates: Selection): number {
  return query.effort === 'none' ? 0 : knowledge.narrow(candidates, query).documents * WEIGHTS.clauseScoreNs
}

/** Whether a clause looks at each document that others have found, instead of finding documents by itself. */
function readsColumns(query: Query): boolean {
  return query.kind === 'leaf' && (query.effort === 'scan' || isColumnTest(query))
}

function isColumnTest(query: LeafQuery): boolean {
  return fieldOf(query)?.traits?.isColumn === true
}

function fieldOf({ test }: LeafQuery): FieldReference | undefined {
  return test && test.kind !== 'few' ? test.field : undefined
}

function leafNs(query: LeafQuery, load: Load, candidates: Selection): number {
  const { effort, weight, lookups = weight, columns = 0 } = query
  if (effort === 'none') return 0
  const found = load.knowledge.narrow(load.knowledge.all, query).documents
  const looking = Math.max(lookups, weight) * load.shards * lookupNs(query)
  const scanning = candidates.documents * CLAUSE_NS.scan * columns
  if (effort === 'automaton' || effort === 'dictionary') {
    return looking + scanning + walkingNs(query, load, candidates, found)
  }
  // Where others have found few documents, the engine looks at those instead of collecting its own.
  const reached = effort === 'scan' ? candidates.documents : Math.min(found, candidates.documents * WEIGHTS.leap)
  return looking + scanning + reached * CLAUSE_NS[effort] * weight
}

/** Numbers, times and addresses lie in trees, and the values of a column are numbered. */
function lookupNs(query: LeafQuery): number {
  const { effort } = query
  const type = fieldOf(query)?.traits?.type
  const isPoint = effort === 'points' || effort === 'scan' || (type !== undefined && effortOfType(type) === 'points')
  return isPoint || isColumnTest(query) ? WEIGHTS.pointLookupNs : WEIGHTS.lookupNs
}

/** Terms are walked through once for each word, however many of them are near it; then come the documents that have them. */
function walkingNs(query: LeafQuery, load: Load, candidates: Selection, found: number): number {
  const { effort, weight, lookups = weight, test } = query
  const isKnown = test?.kind === 'texts' && candidates.bits !== undefined
  const terms = isKnown ? load.shards * load.knowledge.distinct(test.field.name, found / load.shards) : found
  if (!isColumnTest(query)) return Math.min(terms, found) * CLAUSE_NS[effort] * lookups + found * CLAUSE_NS.term
  return Math.min(terms, found) * CLAUSE_NS.ordinals * lookups + candidates.documents * CLAUSE_NS.column
}
