import type { Client } from '@opensearch-project/opensearch'
import { families } from '@watchpost/model'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName, type Generation, readIndexName } from '../generation.ts'

/** The number of segments of an index, and what a merge of them needs. */
export interface IndexSegments {
  name: string
  uuid: string
  generation: Generation
  /** In the copy of a shard that has most. */
  segments: number
  /** Bytes on disk, replicas included. */
  bytes: number
  /** Bytes on the node that holds most of it: a merge temporarily writes up to the same amount there. */
  nodeBytes: number
}

export type SegmentMerges = ReturnType<typeof createSegmentMerges>

const ACTION = 'indices:admin/forcemerge'
const STATS = ['uuid', 'shards.*.routing.node', 'shards.*.segments.count', 'shards.*.store.size_in_bytes']

interface ShardCopy {
  routing?: { node?: string }
  segments?: { count?: number }
  store?: { size_in_bytes?: number }
}
interface StatsAnswer {
  indices?: Record<string, { uuid?: string; shards?: Record<string, ShardCopy[]> }>
}

/** Merges event indexes to one segment. Alerts are excluded, because they change after their generation is sealed. */
export function createSegmentMerges(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  return {
    /** The event indexes of these generations, newest first. Missing ones are omitted. */
    async segments(generations: readonly Generation[]): Promise<IndexSegments[]> {
      const wanted = new Set(generations.map(({ number }) => number))
      // By pattern: the names of a year would not fit into one URL.
      const index = families.map((family) => `${aliasName(prefix, family)}-*`)
      const { body } = await client.transport.request({
        method: 'GET',
        path: `/${index.join()}/_stats/segments,store`,
        querystring: { level: 'shards', filter_path: STATS.map((path) => `indices.*.${path}`).join() },
      })
      return Object.entries((body as StatsAnswer).indices ?? {})
        .flatMap(([name, { uuid = name, shards = {} }]) => {
          const generation = readIndexName(prefix, name)?.generation
          if (!generation || !wanted.has(generation.number)) return []
          return [{ name, uuid, generation, ...sumOf(Object.values(shards).flat()) }]
        })
        .sort((a, b) => b.generation.number - a.generation.number || a.name.localeCompare(b.name))
    },

    /** Whether a forced merge is running, ours or another. */
    async isMerging(): Promise<boolean> {
      const { body } = await client.tasks.list({ actions: `${ACTION}*` })
      // A node that does not answer may be the one that merges.
      if (body.node_failures?.length) throw new Error('a node did not report its tasks', { cause: body.node_failures })
      return Object.values(body.nodes ?? {}).some(({ tasks }) => Object.keys(tasks).length > 0)
    },

    /**
     * Starts merging an index to one segment. The engine continues on its own, also while the index is sealed or
     * searched.
     */
    async merge(name: string): Promise<void> {
      await client.indices.forcemerge({ index: name, max_num_segments: 1, wait_for_completion: false })
    },

    /** Makes searches use the merged segment, so that the others can be deleted. */
    async refresh(name: string): Promise<void> {
      await client.indices.refresh({ index: name, ignore_unavailable: true })
    },
  }
}

function sumOf(copies: readonly ShardCopy[]): Pick<IndexSegments, 'segments' | 'bytes' | 'nodeBytes'> {
  const bytesOfNodes = new Map<string, number>()
  for (const { routing, store } of copies) {
    const node = routing?.node ?? ''
    bytesOfNodes.set(node, (bytesOfNodes.get(node) ?? 0) + (store?.size_in_bytes ?? 0))
  }
  return {
    segments: Math.max(0, ...copies.map(({ segments }) => segments?.count ?? 0)),
    bytes: bytesOfNodes.values().reduce((sum, each) => sum + each, 0),
    nodeBytes: Math.max(0, ...bytesOfNodes.values()),
  }
}
