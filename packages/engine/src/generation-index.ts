import type { Client } from '@opensearch-project/opensearch'
import { type EventDocument, families, type StoredFamily, storedFamilies } from '@watchpost/model'
import type { EngineConfig } from './connect/engine-config.ts'
import { EngineAway } from './engine-away.ts'
import { createEngineState } from './engine-state.ts'
import { type Generation, indexName } from './generation.ts'
import { isAnswer } from './is-answer.ts'
import { addFields } from './mapping/add-fields.ts'
import { createIndex } from './mapping/create-index.ts'
import { buildIndexBody } from './mapping/index-body.ts'
import { createSegmentMerges } from './merge/segment-merges.ts'
import { aliasesOf, createOpenAlias } from './open-alias.ts'

export type GenerationIndex = ReturnType<typeof createGenerationIndex>

/** The indexes of a generation no longer exist: it was removed after the caller read the list of generations. */
export type GenerationGone = 'gone'

/** Seconds until stored documents become searchable. */
export interface RefreshSeconds {
  eventSeconds: number
  alertSeconds: number
}

const STREAMS_PER_SEARCH = 500
/** Each document is looked up in three families. */
const DOCUMENTS_PER_REQUEST = 500
/** For requests at roll-over and recovery: a late answer is better than none. */
const PATIENCE = '120s'
const PATIENCE_MS = 130_000

interface HighestAnswer {
  timed_out: boolean
  _shards: { failed: number }
  aggregations: { streams: { buckets: { key: string; highest: { value: number } }[] } }
}

/**
 * Creates, seals, removes and queries the indexes of generations. Every method is idempotent, also when several copies
 * call it at once.
 */
export function createGenerationIndex(client: Client, config: EngineConfig) {
  const nameOf = (family: StoredFamily, generation: Generation) => indexName(config.prefix, family, generation)
  const namesOf = (generation: Generation) => storedFamilies.map((family) => nameOf(family, generation))

  const eventsOf = (generation: Generation) => families.map((family) => nameOf(family, generation))

  const createOne = async (family: StoredFamily, generation: Generation) => {
    const aliases = Object.fromEntries(aliasesOf(config.prefix, family).map((alias) => [alias, {}]))
    await createIndex(client, nameOf(family, generation), { ...buildIndexBody(family, config), aliases })
  }

  const highestOf = async (index: string[], streams: string[]) => {
    const { body } = await client.transport.request(
      {
        method: 'POST',
        path: `/${index.join()}/_search`,
        querystring: { allow_partial_search_results: false, cancel_after_time_interval: PATIENCE },
        body: {
          size: 0,
          track_total_hits: false,
          timeout: PATIENCE,
          query: { terms: { 'ingest.stream': streams } },
          aggs: {
            streams: {
              terms: { field: 'ingest.stream', size: streams.length },
              aggs: { highest: { max: { field: 'ingest.sequence' } } },
            },
          },
        },
      },
      { requestTimeout: PATIENCE_MS },
    )
    const answer = body as HighestAnswer
    const { timed_out: isCutShort, _shards: shards } = answer
    // A stream omitted because of a timeout would look like one that never sent anything here.
    if (isCutShort || shards.failed > 0) throw new EngineAway('the engine could not look at every event')
    return answer.aggregations.streams.buckets
  }

  const isGone = async (generation: Generation): Promise<boolean> => {
    const { body } = await client.indices.getSettings({
      index: namesOf(generation),
      name: 'index.uuid',
      ignore_unavailable: true,
    })
    return Object.keys(body).length === 0
  }

  /**
   * Closes a generation for events. Once this resolves, a search finds every acknowledged event, and no further one
   * will ever be acknowledged: the engine waits for writes in flight before it reports an index as blocked. Alert
   * entries stay writable: an entry belongs to the generation of its event, however late it comes, and may be updated.
   */
  const seal = async (generation: Generation): Promise<void> => {
    const index = eventsOf(generation)
    // The engine skips a shard without a primary: wait until all primaries are available.
    const { body: health } = await client.cluster.health(
      { index, wait_for_status: 'yellow', timeout: '2s' },
      { ignore: [408] },
    )
    if (health.timed_out) throw new Error(`${index.join(', ')} not all at hand`)
    const { body: block } = await client.indices.addBlock(
      { index, block: 'write', timeout: PATIENCE },
      { requestTimeout: PATIENCE_MS },
    )
    // An index that was blocked before is not in the response, and `shards_acknowledged` is then false: neither means
    // failure.
    const isBlocked = block.acknowledged && block.indices.every(({ blocked }) => blocked)
    if (!isBlocked) throw new Error(`${index.join(', ')} could not be sealed`, { cause: block })

    const { body: refresh } = await client.indices.refresh({ index }, { requestTimeout: PATIENCE_MS })
    const { _shards: shards } = refresh
    if (shards?.failed !== 0) throw new Error(`${index.join(', ')} not refreshed`, { cause: refresh })
  }

  const setRefreshOf = async (index: string[], seconds: number): Promise<void> => {
    await client.indices.putSettings({ index, body: { index: { refresh_interval: `${seconds}s` } } })
  }

  const state = createEngineState(client, config)

  return {
    ...state,
    ...createSegmentMerges(client, config),
    ...createOpenAlias(client, config),
    indexName: nameOf,
    seal,

    /** Creates the indexes of a generation, each with its aliases from the start. */
    async create(generation: Generation): Promise<void> {
      await Promise.all(storedFamilies.map((family) => createOne(family, generation)))
    },

    /**
     * Adds what generations of an earlier version lack: empty families, with event families sealed if the generation
     * is, and fields.
     */
    async complete(generations: readonly (Generation & { isSealed: boolean })[]): Promise<void> {
      const there = new Set((await state.list()).map(({ name }) => name))
      for (const generation of generations) {
        const missing = storedFamilies.filter((family) => !there.has(nameOf(family, generation)))
        for (const family of missing) await createOne(family, generation)
        if (generation.isSealed && missing.some((family) => family !== 'alerts')) await seal(generation)
      }
      await addFields(client, config.prefix)
    },

    /** Sets how often stored events and alerts of a generation become searchable. */
    async setRefresh(generation: Generation, { eventSeconds, alertSeconds }: RefreshSeconds): Promise<void> {
      await setRefreshOf(eventsOf(generation), eventSeconds)
      await setRefreshOf([nameOf('alerts', generation)], alertSeconds)
    },

    /** Removes the indexes of a generation with all documents. */
    async remove(generation: Generation): Promise<void> {
      await client.indices.delete({ index: namesOf(generation), ignore_unavailable: true })
    },

    /**
     * The highest sequence of each stream in the events of a generation; streams without events there are omitted.
     * Covers searchable events: exact once the generation is sealed. Alert entries need no query, because they follow
     * their events. Returns `gone`, never an empty map, for a removed generation: an empty map would mean that nothing
     * of the streams was ever stored there.
     */
    async highestSequences(
      generation: Generation,
      streams: readonly string[],
    ): Promise<Map<string, number> | GenerationGone> {
      const highestByStream = new Map<string, number>()
      for (const chunk of chunksOf(streams, STREAMS_PER_SEARCH)) {
        try {
          const buckets = await highestOf(eventsOf(generation), chunk)
          for (const { key, highest } of buckets) highestByStream.set(key, highest.value)
        } catch (error) {
          if (isAnswer(error, 'index_not_found_exception') && (await isGone(generation))) return 'gone'
          throw error
        }
      }
      return highestByStream
    },

    /**
     * The ids of the given events that a generation holds, whether searchable yet or not. Each is looked up in every
     * event family, because another version may have assigned it to another one. Returns `gone` for a removed
     * generation. A family that an older generation lacks holds nothing.
     */
    async present(
      generation: Generation,
      documents: readonly Pick<EventDocument, 'id'>[],
    ): Promise<Set<string> | GenerationGone> {
      const foundIds = new Set<string>()
      const indexes = eventsOf(generation)
      for (const chunk of chunksOf(documents, DOCUMENTS_PER_REQUEST)) {
        const docs = chunk.flatMap(({ id }) => indexes.map((index) => ({ _index: index, _id: id })))
        const { body } = await client.mget({ body: { docs }, _source: false })
        let isIndexMissing = false
        for (const item of body.docs) {
          const { _id: id } = item
          if (!('error' in item)) {
            if (item.found) foundIds.add(id)
          } else if (item.error.type === 'index_not_found_exception') isIndexMissing = true
          else throw new EngineAway(`the engine could not look up ${id}`, { cause: item.error })
        }
        if (isIndexMissing && (await isGone(generation))) return 'gone'
      }
      return foundIds
    },
  }
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size)
  return starts.map((start) => items.slice(start, start + size))
}
