import { type Static, Type } from 'typebox'
import { ledgerHeaders } from '../probes/ledger.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { CostEstimate, costExample } from './search-cost.ts'
import { countExamples, searchAnswer, searchExamples } from './search-examples.ts'
import { SearchParameters, SearchTargetParameters } from './search-parameters.ts'

const query = Type.Optional(
  Type.Unknown({
    description:
      'One query clause: `match_all`, `bool` (`must`, `filter`, `should`, `must_not`), `match`, `term`, `terms`, `range`, `exists` and more.',
  }),
)

/** Documentation only: the query guard decides what is accepted, and rejects what it does not know. */
export const SearchBody = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hits to return; 0 for aggregations alone.' }),
    ),
    from: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Hits to pass over; `from` and `size` make at most 10,000.' }),
    ),
    query,
    sort: Type.Optional(
      Type.Unknown({ description: 'Object, list of objects, or list of names, for example `{"@timestamp": "desc"}`.' }),
    ),
    search_after: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'The `sort` values of the last hit of the page before.' }),
    ),
    aggs: Type.Optional(
      Type.Unknown({ description: 'Aggregations by name: `terms`, `composite` and more; `aggregations` is the same.' }),
    ),
    _source: Type.Optional(Type.Unknown({ description: 'Which fields of the stored document to return.' })),
    track_total_hits: Type.Optional(
      Type.Unknown({ description: 'Whether, or up to which number, the total is counted exactly.' }),
    ),
  },
  { description: 'A search in the language of the search engine.', 'x-examples': searchExamples },
)

export const CountBody = Type.Object({ query }, { description: 'The query to count.', 'x-examples': countExamples })

const Hit = Type.Object({
  _index: Type.String({ examples: ['network_events-2026.11.14-000001'] }),
  _type: Type.Literal('_doc'),
  _id: Type.String(),
  _score: Type.Union([Type.Number(), Type.Null()]),
  _source: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'The stored document.' })),
  sort: Type.Optional(Type.Array(Type.Unknown())),
})

export const SearchResponse = Type.Object({
  took: Type.Integer({ description: 'Milliseconds in the engine.' }),
  timed_out: Type.Boolean(),
  _shards: Type.Object({}, { additionalProperties: true }),
  hits: Type.Object({
    total: Type.Optional(
      Type.Object({
        value: Type.Integer(),
        relation: Type.String({ description: '`eq` when exact, `gte` when there may be more.' }),
      }),
    ),
    max_score: Type.Union([Type.Number(), Type.Null()]),
    hits: Type.Array(Hit),
  }),
  aggregations: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'By name; results under `<name>.buckets`.' }),
  ),
})

const searchFailures = failures(
  'invalid-request',
  'query-invalid',
  ...commonFailures,
  'payload-too-large',
  'unsupported-media-type',
  'query-feature-not-allowed',
  'query-too-expensive',
  'answer-too-large',
  'too-many-requests',
  'engine-unavailable',
  'engine-timeout',
)

export const search = {
  operationId: 'search',
  tags: ['Search'],
  summary: 'Search stored events',
  description:
    'Takes a body in the language of the search engine (at most 256 KiB; none is the same as `{}`) and gives the answer of the engine. Times without a zone are UTC. What the API does not know or allow is refused with a pointer to the place, never left out in silence.',
  querystring: SearchParameters,
  'x-optional-body': true,
  body: SearchBody,
  response: {
    200: {
      description: 'The answer of the engine; with `explain=cost` the estimate.',
      headers: ledgerHeaders,
      content: {
        'application/json': {
          schema: Type.Union([SearchResponse, CostEstimate]),
          examples: {
            answer: { summary: 'The answer of the engine', value: searchAnswer },
            estimate: { summary: 'With explain=cost', value: costExample },
          },
        },
      },
    },
    ...searchFailures,
  },
}

export const CountResponse = Type.Object({ count: Type.Integer({ minimum: 0 }) })
export type CountResponse = Static<typeof CountResponse>

export const count = {
  operationId: 'count',
  tags: ['Search'],
  summary: 'Count stored events',
  description: 'Gives the exact number of events that a query matches. None, or `{}`, counts all.',
  querystring: SearchTargetParameters,
  'x-optional-body': true,
  body: CountBody,
  response: { 200: { ...CountResponse, description: 'How many.', headers: ledgerHeaders }, ...searchFailures },
}
