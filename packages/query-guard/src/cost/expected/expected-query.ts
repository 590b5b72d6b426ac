import type { FieldReference } from '../../field-catalog.ts'
import type { BoolQuery, LeafQuery, Query } from '../../query/query-tree.ts'
import { effortOfType } from '../../query/weight.ts'
import type { ExpectedLoad } from './expected-load.ts'
import { CLAUSE_NS, EXPECTED_WEIGHTS } from './expected-weights.ts'
import { shouldRule } from './sample/match-query.ts'
import type { Selection } from './sample-knowledge.ts'

/**
 * Nanoseconds to find the documents of a selection that match a query. Required clauses narrow each other, the one with
 * the fewest matches first, as in the engine.
 */
export function queryNs(query: Query, load: ExpectedLoad, candidates: Selection, isScored: boolean): number {
  if (query.kind === 'leaf') {
    return leafNs(query, load, candidates) + (isScored ? scoringNs(query, load, candidates) : 0)
  }
  if (query.kind === 'bool') return boolNs(query, load, candidates, isScored)
  const needsScore = isScored && query.type !== 'constant_score'
  return query.inner.reduce((sum, each) => sum + queryNs(each, load, candidates, needsScore), 0)
}

function boolNs(query: BoolQuery, load: ExpectedLoad, candidates: Selection, isScored: boolean): number {
  const { narrow, all } = load.knowledge
  const required = [...(query.clauses.get('must') ?? []), ...(query.clauses.get('filter') ?? [])]
  const inOrder = required
    .map((each) => ({ query: each, isLast: readsColumn(each), documents: narrow(all, each).documents }))
    .toSorted((one, other) => Number(one.isLast) - Number(other.isLast) || one.documents - other.documents)
  let left = candidates
  let ns = 0
  for (const { query: each } of inOrder) {
    ns += queryNs(each, load, left, isScored)
    left = narrow(left, each)
  }
  // The engine drops optional clauses that give no score.
  const isDropped = shouldRule(query) === 'optional' && !isScored
  for (const each of isDropped ? [] : (query.clauses.get('should') ?? [])) ns += queryNs(each, load, left, isScored)
  for (const each of query.clauses.get('must_not') ?? []) ns += queryNs(each, load, left, false)
  return ns
}

function scoringNs(query: LeafQuery, { knowledge }: ExpectedLoad, candidates: Selection): number {
  return query.effort === 'none' ? 0 : knowledge.narrow(candidates, query).documents * EXPECTED_WEIGHTS.clauseScoreNs
}

/** Whether a clause checks the documents that other clauses match, instead of finding documents by an index. */
function readsColumn(query: Query): boolean {
  return query.kind === 'leaf' && (query.effort === 'scan' || isOfColumn(query))
}

function isOfColumn(query: LeafQuery): boolean {
  return fieldOf(query)?.traits?.isColumn === true
}

/** Without an index, the engine collects the ordinals of all words between the bounds before it checks a document. */
function isRangeOfWords(query: LeafQuery): boolean {
  const type = fieldOf(query)?.traits?.type
  return query.type === 'range' && isOfColumn(query) && type !== undefined && effortOfType(type) === 'term'
}

function fieldOf({ condition }: LeafQuery): FieldReference | undefined {
  return condition && condition.kind !== 'few' ? condition.field : undefined
}

function leafNs(query: LeafQuery, load: ExpectedLoad, candidates: Selection): number {
  const { effort, weight, lookups = weight, columns = 0 } = query
  if (effort === 'none') return 0
  const found = load.knowledge.narrow(load.knowledge.all, query).documents
  const lookingUp = Math.max(lookups, weight) * load.shards * lookupNs(query)
  const scanning = candidates.documents * CLAUSE_NS.scan * columns
  if (effort === 'automaton' || effort === 'dictionary' || isRangeOfWords(query)) {
    return lookingUp + scanning + walkingNs(query, load, candidates, found)
  }
  const read = effort === 'scan' ? scannedDocuments(query, load, candidates) : checkedDocuments(found, candidates)
  return lookingUp + scanning + read * CLAUSE_NS[effort] * weight
}

/** Documents without a value are skipped. */
function scannedDocuments(query: LeafQuery, { knowledge }: ExpectedLoad, candidates: Selection): number {
  const field = fieldOf(query)?.name
  return field === undefined ? candidates.documents : knowledge.having(candidates, [field]).documents
}

/** If other clauses match few documents, the engine checks those instead of collecting its own. */
function checkedDocuments(found: number, candidates: Selection): number {
  return Math.min(found, candidates.documents * EXPECTED_WEIGHTS.leapFactor)
}

/** Numbers, times and IP addresses are in trees; the values of a column have ordinals. */
function lookupNs(query: LeafQuery): number {
  const { effort } = query
  const type = fieldOf(query)?.traits?.type
  const isPoint = effort === 'points' || effort === 'scan' || (type !== undefined && effortOfType(type) === 'points')
  return isPoint || isOfColumn(query) ? EXPECTED_WEIGHTS.pointLookupNs : EXPECTED_WEIGHTS.lookupNs
}

/** The terms of a field are read once for each word of the query, then the documents that contain them. */
function walkingNs(query: LeafQuery, load: ExpectedLoad, candidates: Selection, found: number): number {
  const { effort, weight, lookups = weight, condition } = query
  const distinct = (field: string) => load.shards * load.knowledge.distinct(field, found / load.shards)
  const terms = condition?.kind === 'texts' ? Math.min(found, distinct(condition.field.name)) : found
  if (!isOfColumn(query)) return terms * CLAUSE_NS[effort] * lookups + found * CLAUSE_NS.term
  return terms * CLAUSE_NS.ordinals * lookups + candidates.documents * CLAUSE_NS.column
}
