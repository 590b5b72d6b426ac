import { expect, test } from 'vitest'
import { guarded } from '../fixtures/guarded.ts'

function costOf(body: object) {
  const result = guarded(body)
  return result.ok ? result.cost.counts : result
}

test('an empty body costs nothing', () => {
  expect(costOf({})).toEqual({
    queryDepth: 0,
    queryClauses: 0,
    aggregationDepth: 0,
    aggregations: 0,
    buckets: 0,
    cardinalityParentBuckets: 0,
    percentilesParentBuckets: 0,
    topHitsParentBuckets: 0,
  })
})

test('sums clauses and counts levels to the innermost', () => {
  const query = { bool: { must: [{ bool: { filter: { exists: { field: 'alert' } } } }], should: [{ match_all: {} }] } }
  expect(costOf({ query })).toMatchObject({ queryDepth: 3, queryClauses: 7 })
})

test('multiplies sizes along a branch and adds them across branches', () => {
  const aggs = {
    a: {
      terms: { field: 'src_ip', size: 20 },
      aggs: {
        b: { terms: { field: 'dest_ip' } },
        c: { filter: { match_all: {} }, aggs: { d: { terms: { field: 'state', size: 5 } } } },
        e: { cardinality: { field: 'uuid' } },
      },
    },
    f: { terms: { field: 'state', size: 7 } },
  }
  expect(costOf({ size: 0, aggs })).toEqual({
    queryDepth: 1,
    queryClauses: 1,
    aggregationDepth: 3,
    aggregations: 6,
    buckets: 20 * (1 + 10 + 5) + 7,
    cardinalityParentBuckets: 20,
    percentilesParentBuckets: 0,
    topHitsParentBuckets: 0,
  })
})
