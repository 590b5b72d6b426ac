import type { SearchExchange, SearchReceiver } from '@watchpost/engine'
import type { HitNames } from '@watchpost/query-guard'
import type { QueueName } from '../queues/search-queues.ts'
import { type AnswerListener, AnswerReader } from './answer/answer-reader.ts'

/** A guarded search, ready for the engine. */
export interface Question {
  /** The indexes, as written in the URL. */
  target: string
  body: string
  /** Whether the body sets its own timeout, which is never longer than ours. */
  hasOwnTimeout: boolean
  hasHits: boolean
  /** New names for fields of hits that the caller requested by an alias. */
  hitNames?: HitNames | undefined
  queue: QueueName
  requestId: string
}

/** The engine call of a search. */
export interface SearchSender {
  post(
    path: string,
    body: string,
    opaqueId: string,
    receiver: SearchReceiver,
  ): Pick<SearchExchange, 'pause' | 'resume' | 'abort'>
}

/** A running search. */
export interface Asked {
  /** Cancels the search in the engine when the answer is no longer needed; neither `resolve` nor `reject` is called. */
  abort(): void
}

export interface EngineSearchOptions {
  /** Concurrent shard requests of a search per node. Low for costly searches, so that cheap ones find a free thread. */
  shardsAtOnce: Record<QueueName, number>
  /** Whether other searches are running: if not, a costly search runs as fast as a cheap one. */
  isCrowded(): boolean
}

/**
 * Sent with every search, whatever the caller asks: it times out, returns the complete answer or none, and runs through
 * no pipeline. No query parameter of the caller goes to the engine.
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

  function parametersFor(queue: QueueName) {
    const shards = { max_concurrent_shard_requests: String(shardsAtOnce[queue]) }
    const bare = String(new URLSearchParams({ ...fixedParameters, ...shards }))
    return { bare, timed: `timeout=10s&${bare}` }
  }

  return {
    search(
      { target, body, hasOwnTimeout, queue, hasHits, hitNames, requestId }: Question,
      listener: AnswerListener,
    ): Asked {
      // A timeout in the URL would override that of the body.
      const { bare, timed } = parameters[isCrowded() ? queue : 'cheap']
      const reader = new AnswerReader(listener, hasHits, hitNames)
      const exchange = sender.post(`/${target}/_search?${hasOwnTimeout ? bare : timed}`, body, requestId, reader)
      reader.hold(exchange)
      return exchange
    },
  }
}
export type EngineSearch = ReturnType<typeof createEngineSearch>
