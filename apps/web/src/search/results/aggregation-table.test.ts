import type { Aggregation, Bucket } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { tablesOf } from './aggregation-table.ts'

test('converts buckets to rows with their metrics', () => {
  const buckets: Bucket[] = [
    { key: '10.0.0.1', doc_count: 7, bytes: { value: 12.5 } },
    { key: '10.0.0.2', doc_count: 3, bytes: { value: null } },
  ]
  expect(tablesOf({ sources: { buckets, sum_other_doc_count: 4 } })).toEqual([
    {
      name: 'sources',
      keys: ['sources'],
      rows: [
        { keys: ['10.0.0.1'], count: 7, figures: { bytes: 12.5 } },
        { keys: ['10.0.0.2'], count: 3, figures: { bytes: undefined } },
      ],
    },
  ])
})

test('puts nested buckets into their own table, with the parent keys in each row', () => {
  const times = {
    buckets: [
      {
        key: 1_700_000_000_000,
        key_as_string: '2023-11-14T22:13:20.000Z',
        doc_count: 2,
        by: { buckets: [{ key: 'dns', doc_count: 2 }] },
      },
    ],
  }
  const [outer, inner] = tablesOf({ times })
  expect(outer).toMatchObject({ name: 'times', rows: [{ keys: ['2023-11-14T22:13:20.000Z'], count: 2 }] })
  expect(inner).toEqual({
    name: 'times › by',
    keys: ['times', 'by'],
    rows: [{ keys: ['2023-11-14T22:13:20.000Z', 'dns'], count: 2, figures: {} }],
  })
})

test('shows a metric over all events as one row', () => {
  expect(
    tablesOf({
      bytes: { count: 3, min: 1, max: 5, avg: 3, sum: 9 },
      last: { value: 1_700_000_000_000, value_as_string: '2023-11-14T22:13:20.000Z' },
      ranks: { values: { '50.0': 2, '99.0': 5 } },
    }).map(({ name, rows }) => [name, rows[0]?.figures]),
  ).toEqual([
    ['bytes', { 'bytes count': 3, 'bytes min': 1, 'bytes max': 5, 'bytes avg': 3, 'bytes sum': 9 }],
    ['last', { last: '2023-11-14T22:13:20.000Z' }],
    ['ranks', { 'ranks 50.0': 2, 'ranks 99.0': 5 }],
  ])
})

test('shows a single filter as one row, together with its sub-aggregations', () => {
  const bad = { doc_count: 9, hosts: { buckets: [{ key: 'a', doc_count: 9 }] }, risk: { value: 4 } }
  expect(tablesOf({ bad })).toEqual([
    { name: 'bad', keys: [], rows: [{ keys: [], count: 9, figures: { risk: 4 } }] },
    { name: 'bad › hosts', keys: ['hosts'], rows: [{ keys: ['a'], count: 9, figures: {} }] },
  ])
})

test('reads keyed buckets and composite keys', () => {
  // Shapes that the response type does not cover.
  const answered = `{
    "named": { "buckets": { "high": { "doc_count": 1 }, "low": { "doc_count": 2 } } },
    "pairs": { "buckets": [{ "key": { "ip": "10.0.0.1", "port": 80 }, "doc_count": 1 }] }
  }`
  expect(
    tablesOf(JSON.parse(answered) as Record<string, Aggregation>).map(({ rows }) => rows.map(({ keys }) => keys[0])),
  ).toEqual([['high', 'low'], ['10.0.0.1 · 80']])
})
