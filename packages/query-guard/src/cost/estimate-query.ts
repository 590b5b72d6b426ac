import type { BoolQuery, LeafQuery, Query } from '../query/query-tree.ts'
import { shouldRule } from '../sample/match-query.ts'
import type { Selection } from './knowledge.ts'
import type { Load } from './load.ts'
import { CLAUSE_NS, WEIGHTS } from './weights.ts'

/**
 * Nanoseconds to find the documents of a selection that match a query. Clauses that all have to match narrow what the
 * next one looks at, the one that finds the fewest documents first, as in the engine.
 */
export function queryNs(query: Query, load: Load, candidates: Selection, isScored: boolean): number {
  if (query.kind === 'leaf') return leafNs(query, load, candidates)
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

/** Whether a clause looks at each document that others have found, instead of finding documents by itself. */
function readsColumns(query: Query): boolean {
  return query.kind === 'leaf' && (query.effort === 'scan' || isColumnTest(query))
}

function isColumnTest({ test }: LeafQuery): boolean {
  return test !== undefined && test.kind !== 'few' && test.field.traits?.isColumn === true
}

function leafNs(query: LeafQuery, load: Load, candidates: Selection): number {
  const { effort, weight, lookups = weight, columns = 0 } = query
  if (effort === 'none') return 0
  const found = load.knowledge.narrow(load.knowledge.all, query).documents
  const looking = Math.max(lookups, weight) * load.shards * WEIGHTS.lookupNs
  if (effort === 'automaton' || effort === 'dictionary') {
    return looking + walkingNs(query, load, candidates, found) + CLAUSE_NS.scan * columns * candidates.documents
  }
  // Where others have found few documents, the engine looks at those instead of collecting its own.
  const reached = effort === 'scan' ? candidates.documents : Math.min(found, candidates.documents * WEIGHTS.leap)
  return looking + reached * CLAUSE_NS[effort] * weight + candidates.documents * CLAUSE_NS.scan * columns
}

/** Terms are walked through once for each word, however many of them are near it; then come the documents that have them. */
function walkingNs(query: LeafQuery, load: Load, candidates: Selection, found: number): number {
  const { effort, weight, lookups = weight, test } = query
  const perTerm = CLAUSE_NS[effort] * lookups
  if (test?.kind !== 'texts' || !candidates.bits) return found * perTerm
  const terms = load.shards * load.knowledge.distinct(test.field.name, found / load.shards)
  const perDocument = isColumnTest(query) ? candidates.documents * CLAUSE_NS.column : found * CLAUSE_NS.term
  return terms * perTerm + perDocument
}
