import type { SearchExchange, SearchReceiver } from '@watchpost/engine'
import type { HitNames } from '@watchpost/query-guard'
import type { Lane } from './flight/lanes.ts'
import { type AnswerListener, AnswerReader } from './answer/answer-reader.ts'

/** A guarded search on its way to the engine. */
export interface Question {
  /** The indexes, as they stand in the address. */
  target: string
  body: string
  /** Whether the body sets a time limit of its own, which is never more than ours. */
  hasOwnTimeout: boolean
  hasHits: boolean
  /** What to call fields of hits that the caller knows under other names. */
  hitNames?: HitNames | undefined
  lane: Lane
  requestId: string
}

/** The one call that a search makes of the engine. */
export interface SearchSender {
  post(
    path: string,
    body: string,
    opaqueId: string,
    receiver: SearchReceiver,
  ): Pick<SearchExchange, 'pause' | 'resume' | 'abort'>
}

/** A search that is under way. */
export interface Asked {
  /** No one wants the answer any more: the engine ends the search, and neither `resolve` nor `reject` is called. */
  abort(): void
}

export interface EngineSearchOptions {
  /** Shards of one node that a search has under way at once. Few for the costly, so that the cheap find a thread. */
  shardsAtOnce: Record<Lane, number>
  /** Whether anybody else wants something of the engine: if not, a costly search goes as fast as a cheap one. */
  isCrowded(): boolean
}

/**
 * Sent with every search, whatever the caller asks: it ends in time, gives the whole answer or none, and runs through
 * no pipeline. Nothing of the caller's address goes to the engine.
 */
const fixedParameters = {
  cancel_after_time_interval: '15s',
  allow_partial_search_results: 'false',
  batched_reduce_size: '64',
  search_pipeline: '_none',
  ignore_unavailable: 'true',
  allow_no_indices: 'true',
}

/** Sends guarded searches to the engine. */
export function createEngineSearch(sender: SearchSender, { shardsAtOnce, isCrowded }: EngineSearchOptions) {
  const parameters = { cheap: parametersFor('cheap'), costly: parametersFor('costly') }

  function parametersFor(lane: Lane) {
    const shards = { max_concurrent_shard_requests: String(shardsAtOnce[lane]) }
    const bare = String(new URLSearchParams({ ...fixedParameters, ...shards }))
    return { bare, timed: `timeout=10s&${bare}` }
  }

  return {
    search(
      { target, body, hasOwnTimeout, lane, hasHits, hitNames, requestId }: Question,
      listener: AnswerListener,
    ): Asked {
      // A time limit in the address would take the place of the body's own.
      const { bare, timed } = parameters[isCrowded() ? lane : 'cheap']
      const reader = new AnswerReader(listener, hasHits, hitNames)
      const exchange = sender.post(`/${target}/_search?${hasOwnTimeout ? bare : timed}`, body, requestId, reader)
      reader.hold(exchange)
      return exchange
    },
  }
}
export type EngineSearch = ReturnType<typeof createEngineSearch>
