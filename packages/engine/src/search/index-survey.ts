import type { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from '../connect/engine-config.ts'
import { createEngineState } from '../engine-state.ts'
import { createOpenAlias } from '../open-alias.ts'
import { createSampleReader } from './sample-reader.ts'
import { createTimeReader } from './time-reader.ts'

export type IndexSurvey = ReturnType<typeof createIndexSurvey>

/** What determines which indexes a search must query, and its cost there. */
export function createIndexSurvey(client: Client, config: EngineConfig) {
  const times = createTimeReader(client)
  return {
    list: createEngineState(client, config).list,
    openIndexes: createOpenAlias(client, config).openIndexes,

    /**
     * Covers searchable documents: exact and final once the index is sealed. The engine reads it from its BKD trees.
     */
    timesOf: times.timesOf,

    /** The distribution of these times, from counts that the engine also reads from its BKD trees. */
    profileOf: times.profileOf,

    /** Some random documents. The engine finds them by sequence number. */
    sampleOf: createSampleReader(client),

    /** Number of processors of all data nodes. */
    async processors(): Promise<number> {
      const { body } = await client.transport.request({ method: 'GET', path: '/_nodes/data:true/os' })
      const { nodes } = body as { nodes: Record<string, { os?: { allocated_processors?: number } }> }
      const counts = Object.values(nodes).map(({ os }) => os?.allocated_processors ?? 1)
      return counts.reduce((sum, each) => sum + each, 0)
    },
  }
}
