import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../engine-config.ts'
import { createEngineState } from '../engine-state.ts'
import { createSampleReader } from './sample-reader.ts'
import { createTimeReader } from './time-reader.ts'

export type IndexSurvey = ReturnType<typeof createIndexSurvey>

/** What decides which indexes a search must ask, and what it will cost there. */
export function createIndexSurvey(client: Client, config: EngineConfig) {
  const times = createTimeReader(client)
  return {
    list: createEngineState(client, config).list,

    /** Speaks of what is searchable: exact, and for good, once the index is sealed. The engine reads it off its trees. */
    timesOf: times.timesOf,

    /** How these times are spread, by counts that the engine reads off its trees as well. */
    profileOf: times.profileOf,

    /** Some documents, chosen at random. The engine looks them up by their numbers. */
    sampleOf: createSampleReader(client),

    /** Processors of all data nodes together. */
    async processors(): Promise<number> {
      const { body } = await client.transport.request({ method: 'GET', path: '/_nodes/data:true/os' })
      const { nodes } = body as { nodes: Record<string, { os?: { allocated_processors?: number } }> }
      const counts = Object.values(nodes).map(({ os }) => os?.allocated_processors ?? 1)
      return counts.reduce((sum, each) => sum + each, 0)
    },
  }
}
