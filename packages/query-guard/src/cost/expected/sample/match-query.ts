import type { BoolQuery, Query } from '../../../query/query-tree.ts'
import { bothBits, eitherBits, noBits, withoutBits } from './bits.ts'
import type { DataSample } from './data-sample.ts'
import { type Match, matchLeaf } from './match-leaf.ts'

/** Which documents of a sample a query can match: a superset of the matches. */
export type Matcher = (query: Query) => Match

/** Further leaves are not evaluated: they may match anything. */
const MOST_LEAVES = 512

/** Matches queries against a sample, each query once. */
export function createMatcher(sample: DataSample): Matcher {
  const known = new Map<Query, Match>()
  let leaves = 0

  function match(query: Query): Match {
    const found = known.get(query) ?? matchNew(query)
    known.set(query, found)
    return found
  }
  function matchNew(query: Query): Match {
    if (query.kind === 'bool') return matchBool(sample, query, match)
    if (query.kind === 'scoring') return anyOf(sample, query.inner, match)
    if (query.effort === 'none') return { bits: noBits(sample.size), isExact: true }
    if (query.type === 'match_all') return { bits: sample.all, isExact: true }
    leaves += 1
    return query.condition && leaves <= MOST_LEAVES
      ? matchLeaf(sample, query.condition)
      : { bits: sample.all, isExact: false }
  }
  return match
}

/** Whether one of the optional clauses must match: yes, no, or by a rule that is not evaluated here. */
export function shouldRule({ clauses, minimumShouldMatch }: BoolQuery): 'required' | 'optional' | 'unclear' {
  if (minimumShouldMatch !== undefined) return 'unclear'
  return clauses.has('must') || clauses.has('filter') ? 'optional' : 'required'
}

function matchBool(sample: DataSample, query: BoolQuery, matchOf: Matcher): Match {
  const { clauses } = query
  let { bits, isExact }: Match = { bits: sample.all, isExact: true }
  for (const each of [...(clauses.get('must') ?? []), ...(clauses.get('filter') ?? [])]) {
    const match = matchOf(each)
    bits = bothBits(bits, match.bits)
    isExact &&= match.isExact
  }
  const should = clauses.get('should') ?? []
  const rule = shouldRule(query)
  if (should.length > 0 && rule === 'required') {
    const match = anyOf(sample, should, matchOf)
    bits = bothBits(bits, match.bits)
    isExact &&= match.isExact
  }
  if (should.length > 0 && rule === 'unclear') isExact = false
  for (const each of clauses.get('must_not') ?? []) {
    const match = matchOf(each)
    isExact &&= match.isExact
    // Subtract only exact matches: an inexact one may contain documents that do not match.
    if (match.isExact) bits = withoutBits(bits, match.bits)
  }
  return { bits, isExact }
}

function anyOf(sample: DataSample, queries: readonly Query[], matchOf: Matcher): Match {
  let { bits, isExact }: Match = { bits: noBits(sample.size), isExact: true }
  for (const each of queries) {
    const match = matchOf(each)
    bits = eitherBits(bits, match.bits)
    isExact &&= match.isExact
  }
  return { bits, isExact }
}
