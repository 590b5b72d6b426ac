import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@opensearch-project/opensearch'
import { createBackOff } from '@watchpost/runtime'
import type { EngineConfig } from '../connect/engine-config.ts'
import { addTo } from '../mapping/add-fields.ts'
import { createIndex } from '../mapping/create-index.ts'
import { nest } from '../mapping/index-body.ts'
import { mergeSettings } from '../merge/merge-settings.ts'
import type { StoredCluster } from './cluster-document.ts'
import { clusterFields } from './cluster-fields.ts'

export type ClusterIndex = ReturnType<typeof createClusterIndex>

/** Clusters change as long as late alerts arrive, so they have one index and no generations. */
export function clusterAlias(prefix: string): string {
  return `${prefix}clusters`
}

const PER_BULK = 1_000
const PER_REMOVAL = 5_000
/** Indexes of earlier versions lack them. */
const countsByStatus = new Map([...clusterFields].filter(([name]) => /^(open|acknowledged|closed)$/.test(name)))
const backOffMs = createBackOff({ firstMs: 400, mostMs: 5_000 })

interface BulkAnswer {
  items: { index: { status: number; error?: { type?: string; reason?: string } } }[]
}

/** Creates and writes clusters. Every method is idempotent. */
export function createClusterIndex(client: Client, config: EngineConfig) {
  const alias = clusterAlias(config.prefix)
  const index = `${alias}-000001`

  /** Sends clusters once. Returns those that have to be sent again, and the number of those that are outdated. */
  async function bulk(
    clusters: readonly StoredCluster[],
    version: number,
  ): Promise<{ again: StoredCluster[]; outdated: number }> {
    const lines = clusters.flatMap(({ id, document }) => [
      // Route by IP address: clusters that split are then in one shard and become searchable together. A request that is
      // repeated has the same version.
      JSON.stringify({
        index: { _index: index, _id: id, routing: document.ip, version, version_type: 'external_gte' },
      }),
      JSON.stringify(document),
    ])
    try {
      const { body } = await client.transport.request({
        method: 'POST',
        path: '/_bulk',
        querystring: { filter_path: 'items.index.status,items.index.error.type,items.index.error.reason' },
        bulkBody: `${lines.join('\n')}\n`,
      })
      const { items } = body as BulkAnswer
      return {
        again: clusters.filter((_, turn) => isToBeRepeated(items[turn]?.index)),
        outdated: items.filter((item) => item.index.status === 409).length,
      }
    } catch (error) {
      const status = (error as { statusCode?: number }).statusCode
      if (status !== undefined && status < 500 && status !== 429) throw error
      return { again: [...clusters], outdated: 0 }
    }
  }

  /** Some of the clusters whose frames began before an instant. */
  async function oldest(instant: string): Promise<{ _id: string; _routing: string }[]> {
    const { body } = await client.transport.request({
      method: 'POST',
      path: `/${index}/_search`,
      querystring: { allow_partial_search_results: false },
      body: {
        size: PER_REMOVAL,
        _source: false,
        track_total_hits: false,
        query: { range: { date: { lt: instant } } },
        sort: ['_doc'],
      },
    })
    return (body as { hits: { hits: { _id: string; _routing: string }[] } }).hits.hits
  }

  return {
    /** Creates the index if it does not exist; otherwise adds the fields that it lacks. */
    async create(): Promise<void> {
      const body = {
        settings: {
          index: {
            number_of_shards: config.shards,
            number_of_replicas: config.replicas,
            codec: config.codec,
            refresh_interval: `${config.refreshSeconds}s`,
            ...mergeSettings(config),
            max_result_window: 10_001,
          },
        },
        mappings: { dynamic: false, properties: nest(clusterFields) },
        aliases: { [alias]: {} },
      } as const
      await createIndex(client, index, body)
      await addTo(client, [index], countsByStatus)
    },

    /**
     * Writes clusters unless a higher version is stored; retries what the engine cannot take now. Returns the number of
     * clusters with a higher stored version.
     */
    async write(clusters: readonly StoredCluster[], version: number, stop: AbortSignal): Promise<number> {
      let outdatedOnes = 0
      for (let at = 0; at < clusters.length; at += PER_BULK) {
        let open: readonly StoredCluster[] = clusters.slice(at, at + PER_BULK)
        for (let attempt = 1; open.length > 0; attempt++) {
          const { again, outdated } = await bulk(open, version)
          outdatedOnes += outdated
          open = again
          if (open.length === 0) break
          await sleep(backOffMs(attempt, Math.random()), undefined, { signal: stop })
        }
      }
      return outdatedOnes
    },

    /**
     * Removes the clusters of frames that began before an instant, because their alerts are deleted. Returns their
     * number. Page by page, because the engine's delete-by-query needs a scroll, which its settings forbid.
     */
    async removeBefore(instant: string): Promise<number> {
      let removed = 0
      for (;;) {
        const page = await oldest(instant)
        if (page.length === 0) return removed
        const bulkBody = page.map(({ _id, _routing }) =>
          JSON.stringify({ delete: { _index: index, _id, routing: _routing } }),
        )
        const { body } = await client.transport.request({
          method: 'POST',
          path: '/_bulk',
          querystring: { refresh: true },
          bulkBody: `${bulkBody.join('\n')}\n`,
        })
        const { items } = body as { items: { delete: { status: number } }[] }
        const gone = items.filter(({ delete: { status } }) => status < 300 || status === 404).length
        removed += gone
        if (gone < page.length) throw new Error(`${page.length - gone} old clusters could not be removed`)
      }
    },
  }
}

function isToBeRepeated(item: BulkAnswer['items'][number]['index'] | undefined): boolean {
  if (!item) return true
  // A higher version is stored already.
  if (item.status < 300 || item.status === 409) return false
  if (item.status === 429 || item.status >= 500) return true
  throw new Error(`the engine refused a cluster: ${item.error?.type} ${item.error?.reason}`)
}
