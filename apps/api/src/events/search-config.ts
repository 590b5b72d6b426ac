import { type Static, Type } from 'typebox'

const searches = (env: string, value: number, description: string) =>
  Type.Integer({ env, default: value, minimum: 1, maximum: 1_024, description })

/** Boot settings of search: how searches of events, alerts and clusters share the engine. All of them apply per API process. */
export const SearchConfig = Type.Object({
  cheap: searches(
    'API_SEARCH_CONCURRENCY',
    8,
    'Cheap searches (of events, alerts and clusters) that the engine works on at once; 64 more wait, the rest is told to come back.',
  ),
  costly: searches(
    'API_SEARCH_COSTLY',
    2,
    'Costly searches (of events, and counts of alerts over long ranges) that the engine works on at once, about one for each of its processors; 64 more wait.',
  ),
  perCaller: searches(
    'API_SEARCH_PER_CALLER',
    4,
    'Searches that one caller, an account or an API key, has under way at once; 16 more wait.',
  ),
  costlyPerCaller: searches('API_SEARCH_COSTLY_PER_CALLER', 2, 'Of them costly ones.'),
  costlyShardsAtOnce: searches(
    'API_SEARCH_COSTLY_SHARDS_AT_ONCE',
    1,
    'Shards of one node that a costly search has under way at once while others wait or search, too; the rest of the threads is theirs.',
  ),
  maxShards: Type.Integer({
    env: 'API_SEARCH_SHARDS',
    default: 500,
    minimum: 1,
    maximum: 100_000,
    description:
      "Shards that one search may ask, after those were left out that its time range rules out. The engine's own limit (action.search.shard_count.limit) must be at least as high.",
  }),
  silenceMs: Type.Integer({
    env: 'API_ENGINE_SILENCE_MS',
    default: 1_250,
    minimum: 250,
    maximum: 60_000,
    description:
      'How long a node of the engine may leave a sign of life unanswered before searches are told that it is away.',
  }),
})
export type SearchConfig = Static<typeof SearchConfig>
