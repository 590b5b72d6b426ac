import { type Static, Type } from 'typebox'

const workMs = Type.Number({
  minimum: 0,
  description:
    'Worst case: milliseconds that the engine takes, with no other load, if every clause matches every document in the time range and every document has other values. The budget applies to this.',
})
const expectedMs = Type.Number({
  minimum: 0,
  description:
    'Expected: milliseconds that the engine takes, with no other load, by a sample of the documents; usually right within a factor of 5. At most `work_ms`; the same while there is no recent sample. It helps to choose the queue and refuses nothing.',
})
const memoryBytes = Type.Number({ minimum: 0, description: 'Worst case: bytes that it holds in memory at once.' })
const instant = Type.Union([Type.String({ examples: ['2026-11-14T09:12:33.412Z'] }), Type.Null()])

/** The cost of a search, from `explain=cost`. */
export const CostEstimate = Type.Object(
  {
    work_ms: workMs,
    expected_ms: expectedMs,
    memory_bytes: memoryBytes,
    budget: Type.Object(
      { work_ms: Type.Number(), memory_bytes: Type.Number(), shards: Type.Integer() },
      { description: 'What one search may cost in the worst case.' },
    ),
    queue: Type.Enum(['cheap', 'costly'], {
      description: 'Cheap searches do not wait for costly ones; of the latter fewer run at once.',
    }),
    // The name before 0.2.0. Remove it in 0.3.0.
    lane: Type.Enum(['cheap', 'costly'], { deprecated: true, description: 'Use `queue`. Removed in 0.3.0.' }),
    shards: Type.Integer({ minimum: 0, description: 'Shards that would be asked; the time range decides which.' }),
    time_range: Type.Object(
      { from: instant, to: instant },
      { description: 'Times of `@timestamp` that a hit can have; null where the query sets no bound.' },
    ),
    parts: Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'JSON pointer into the body.', examples: ['#/aggs/sources'] }),
        what: Type.String(),
        work_ms: workMs,
        expected_ms: expectedMs,
        memory_bytes: memoryBytes,
      }),
      { description: 'What the estimate is made of, the largest worst case first.' },
    ),
  },
  {
    description:
      'Two estimates, made from the body, the size of the indexes and a sample of their documents; nothing was searched.',
  },
)
export type CostEstimate = Static<typeof CostEstimate>

export const costExample: CostEstimate = {
  work_ms: 42.5,
  expected_ms: 11.2,
  memory_bytes: 1_048_576,
  budget: { work_ms: 10_000, memory_bytes: 268_435_456, shards: 500 },
  queue: 'cheap',
  lane: 'cheap',
  shards: 2,
  time_range: { from: '2026-11-13T09:12:33.412Z', to: '2026-11-14T09:12:33.412Z' },
  parts: [{ pointer: '#/aggs/sources', what: 'terms', work_ms: 40.1, expected_ms: 9.8, memory_bytes: 1_048_576 }],
}
