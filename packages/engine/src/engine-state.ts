import type { Client } from '@opensearch-project/opensearch'
import { type StoredFamily, storedFamilies } from '@watchpost/model'
import type { EngineConfig } from './connect/engine-config.ts'
import { aliasName, type Generation, indexName, readIndexName } from './generation.ts'

/** The state of one of our indexes in the engine. */
export interface IndexState {
  name: string
  /** Unique for every created index, even with the same name. */
  uuid: string
  family: StoredFamily
  generation: Generation
  /** Primary shards. */
  shards: number
  /** Searchable documents; undefined while no copy of the index is available. */
  documents: number | undefined
  /** Bytes on disk, replicas included. */
  sizeBytes: number | undefined
  /** Accepts no more events, or is being sealed now. An index of alert entries is never sealed. */
  isSealed: boolean
}

/** Used and available bytes of a disk. */
export interface Disk {
  takenBytes: number
  availableBytes: number
}

export type EngineState = ReturnType<typeof createEngineState>

/** The indexes and their disk usage, which decide on roll-over and retention. */
export function createEngineState(client: Client, config: EngineConfig) {
  /**
   * The disk of each data node, as df counts: reserved space, or space beyond a quota, is neither used nor available.
   */
  async function disks(): Promise<Disk[]> {
    const { body } = await client.nodes.stats({ metric: ['fs'], node_id: 'data:true' })
    return Object.values(body.nodes).map(({ fs }) => {
      const { total_in_bytes: total = 0, free_in_bytes: free = 0, available_in_bytes: available = 0 } = fs?.total ?? {}
      return { takenBytes: total - free, availableBytes: available }
    })
  }

  return {
    /** All indexes of all generations, oldest generation first. */
    async list(): Promise<IndexState[]> {
      const index = storedFamilies.map((family) => `${aliasName(config.prefix, family)}-*`)
      const [{ body: settings }, { body: stats }] = await Promise.all([
        client.indices.getSettings({ index, flat_settings: true }),
        client.indices.stats({ index, metric: ['docs', 'store'] }),
      ])
      return Object.entries(settings)
        .flatMap(([name, own]) => {
          const read = readIndexName(config.prefix, name)
          if (!read) return []
          const { primaries, total } = stats.indices?.[name] ?? {}
          const isSealed = own.settings?.['index.blocks.write'] === 'true'
          const shards = Number(own.settings?.['index.number_of_shards'] ?? 1)
          return [
            {
              name,
              uuid: own.settings?.['index.uuid'] ?? name,
              ...read,
              shards,
              documents: primaries?.docs?.count,
              sizeBytes: total?.store?.size_in_bytes,
              isSealed,
            },
          ]
        })
        .sort((a, b) => a.generation.number - b.generation.number || a.name.localeCompare(b.name))
    },

    /** Bytes of the largest primary shard of a generation; an unavailable shard counts as empty. */
    async shardBytes(generation: Generation): Promise<number> {
      const index = storedFamilies.map((family) => indexName(config.prefix, family, generation))
      const { body } = await client.indices.stats({ index, metric: 'store', level: 'shards' })
      const copies = Object.values(body.indices ?? {}).flatMap(({ shards }) => Object.values(shards ?? {}).flat())
      const primaries = copies.filter(({ routing }) => routing?.primary)
      return Math.max(0, ...primaries.map(({ store }) => store?.size_in_bytes ?? 0))
    },

    disks,

    /**
     * CPU usage of the busiest data node, by the engine or by everything on that machine, from 0 to 1; undefined if the
     * nodes do not report it.
     */
    async processorShare(): Promise<number | undefined> {
      const { body } = await client.nodes.stats({ metric: ['os', 'process'], node_id: 'data:true' })
      const percents = Object.values(body.nodes)
        .flatMap(({ os, process }) => [os?.cpu?.percent ?? -1, process?.cpu?.percent ?? -1])
        .filter((percent) => percent >= 0)
      return percents.length > 0 ? Math.max(...percents) / 100 : undefined
    },

    /** Disk usage of the data node with least free space, from 0 to 1. */
    async diskShare(): Promise<number> {
      const shares = (await disks()).map(({ takenBytes: taken, availableBytes: available }) =>
        taken + available > 0 ? taken / (taken + available) : 0,
      )
      return Math.max(0, ...shares)
    },
  }
}
