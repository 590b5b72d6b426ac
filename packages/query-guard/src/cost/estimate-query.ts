import type { Query } from '../query/query-tree.ts'
import { innerQueries } from './counts.ts'
import type { Load } from './load.ts'
import { CLAUSE_NS, LOOKUP_NS } from './weights.ts'

/** Nanoseconds of a query over all documents, clause by clause. */
export function queryNs(query: Query, load: Load): number {
  if (query.kind !== 'leaf') return innerQueries(query).reduce((sum, each) => sum + queryNs(each, load), 0)
  const { effort, weight, lookups = weight, columns = 0 } = query
  if (effort === 'none') return 0
  // The dictionary is scanned once for each word, however many terms match it.
  const passes = effort === 'automaton' || effort === 'dictionary' ? lookups : weight
  const perDocument = CLAUSE_NS[effort] * passes + CLAUSE_NS.scan * columns
  return load.documents * perDocument + Math.max(lookups, weight) * load.shards * LOOKUP_NS
}
