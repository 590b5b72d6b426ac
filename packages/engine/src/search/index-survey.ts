import { type Client, errors } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../engine-config.ts'
import { createEngineState } from '../engine-state.ts'

/** Least and greatest `@timestamp` of an index, in milliseconds since 1970; undefined where it holds no event. */
export type IndexTimes = { least: number; greatest: number } | undefined

interface TimesAnswer {
  timed_out: boolean
  _shards: { total: number; successful: number }
  aggregations: { least: { value: number | null }; greatest: { value: number | null } }
}

export type IndexSurvey = ReturnType<typeof createIndexSurvey>

/** What decides which indexes a search must ask, and what it will cost there. */
export function createIndexSurvey(client: Client, config: EngineConfig) {
  return {
    list: createEngineState(client, config).list,

    /** Speaks of what is searchable: exact, and for good, once the index is sealed. The engine reads it off its trees. */
    async timesOf(index: string): Promise<IndexTimes | 'gone'> {
      try {
        const { body } = await client.transport.request({
          method: 'POST',
          path: `/${index}/_search`,
          querystring: { allow_partial_search_results: false },
          body: {
            size: 0,
            track_total_hits: false,
            aggs: { least: { min: { field: '@timestamp' } }, greatest: { max: { field: '@timestamp' } } },
          },
        })
        return readTimes(body as TimesAnswer)
      } catch (error) {
        if (error instanceof errors.ResponseError && error.statusCode === 404) return 'gone'
        throw error
      }
    },

    /** Processors of all data nodes together. */
    async processors(): Promise<number> {
      const { body } = await client.transport.request({ method: 'GET', path: '/_nodes/data:true/os' })
      const { nodes } = body as { nodes: Record<string, { os?: { allocated_processors?: number } }> }
      const counts = Object.values(nodes).map(({ os }) => os?.allocated_processors ?? 1)
      return counts.reduce((sum, each) => sum + each, 0)
    },
  }
}

function readTimes({ timed_out: isCutShort, _shards: shards, aggregations }: TimesAnswer): IndexTimes {
  // Half an answer would leave out events for good.
  if (isCutShort || shards.total === 0 || shards.successful < shards.total) {
    throw new Error('the engine could not look at every event')
  }
  const { least, greatest } = aggregations
  return least.value === null || greatest.value === null ? undefined : { least: least.value, greatest: greatest.value }
}
