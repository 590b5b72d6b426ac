import { expect, test } from 'vitest'
import { barLength, barsOf } from './ledger-bars.ts'

const stream = {
  stream: '8f14e45fceea167a5a36dedd4bea2543',
  began_at: '2026-11-14T08:00:00.000Z',
  changed_at: '2026-11-14T09:12:33.412Z',
  next_sequence: 1_000_000,
  received: [
    [0, 499_999],
    [500_100, 999_999],
  ],
  indexed: [[0, 499_999]],
  dead_lettered: [[700_000, 700_000]],
  gaps: [{ first: 500_000, last: 500_099, count: 100, state: 'open' as const, reason: null }],
  waiting: 499_899,
  is_truncated: false,
}

test('shows what arrived, with gaps wide enough to see', () => {
  const [received, indexed] = barsOf(stream, [])
  expect(received).toMatchObject({ id: 'received', count: 999_900, total: 1_000_000 })
  expect(received?.pieces.at(-1)).toEqual({ kind: 'open', start: 500, width: 4 })
  expect(indexed).toMatchObject({ id: 'indexed', count: 500_000 })
  expect(indexed?.pieces.map(({ kind }) => kind)).toEqual(['indexed', 'dead'])
})

test('draws nothing beyond the end of a bar', () => {
  const late = { ...stream, gaps: [{ first: 999_999, last: 999_999, count: 1, state: 'open' as const, reason: null }] }
  for (const { pieces } of barsOf(late, [{ id: 1, behind: 0 }])) {
    for (const { start, width } of pieces) expect(start + width).toBeLessThanOrEqual(barLength + 1e-6)
  }
})

test('shows the progress of each export and no bar for one without data', () => {
  const bars = barsOf(stream, [
    { id: 1, behind: 499_900 },
    { id: 2, behind: null },
    { id: 3, behind: 5_000_000 },
  ])
  expect(bars.slice(2).map(({ id, count, pieces }) => [id, count, pieces.length])).toEqual([
    ['export 1', 500_000, 1],
    ['export 3', 0, 0],
  ])
})
