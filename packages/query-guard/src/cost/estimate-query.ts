import type { Query } from '../query/query-tree.ts'
import { innerQueries } from './counts.ts'
import type { Load } from './load.ts'
import { CLAUSE_NS, LOOKUP_NS } from './weights.ts'

/** Nanoseconds that a query takes over all documents, its clauses one after the other. */
export function queryNs(query: Query, load: Load): number {
  if (query.kind !== 'leaf') return innerQueries(query).reduce((sum, each) => sum + queryNs(each, load), 0)
  const { effort, weight, lookups = weight, columns = 0 } = query
  if (effort === 'none') return 0
  // Terms are walked through once for each word, however many of them are near it.
  const passes = effort === 'automaton' || effort === 'dictionary' ? lookups : weight
  const perDocument = CLAUSE_NS[effort] * passes + CLAUSE_NS.scan * columns
  return load.documents * perDocument + Math.max(lookups, weight) * load.shards * LOOKUP_NS
}
