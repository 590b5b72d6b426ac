import type { Client } from '@opensearch-project/opensearch'
import { createBulkBodies } from './bulk-body.ts'

/** A document and its backing index. */
export interface PlacedDocument {
  index: string
  id: string
  json: string
}

/** The engine's result for one document of a bulk request. */
export interface BulkItem {
  status: number
  error?: { type?: string; reason?: string; caused_by?: { reason?: string } }
}

/** Why a request returned no items: after `no-answer` it is unknown what was stored, after a status it is known. */
export type RequestFailure = 'no-answer' | `status-${number}`

/** The response fields that we read; the others are most of its bytes. */
const ITEM_FIELDS = ['status', 'error.type', 'error.reason', 'error.caused_by.reason']
  .map((each) => `items.create.${each}`)
  .join()
const IDS_PER_REQUEST = 1_000

/** The requests for writing documents, each sent once: the caller decides about retries. */
export function createBulkRequest(client: Client, timeoutMs: number) {
  const bodies = createBulkBodies()

  async function existingOf(documents: readonly PlacedDocument[]): Promise<boolean[] | undefined> {
    const docs = documents.map(({ index, id }) => ({ _index: index, _id: id }))
    const { body } = await client.mget({ body: { docs }, _source: false })
    const isStored: boolean[] = []
    for (const item of body.docs) {
      if ('error' in item && item.error.type !== 'index_not_found_exception') return undefined
      isStored.push(!('error' in item) && item.found)
    }
    return isStored.length === documents.length ? isStored : undefined
  }

  return {
    /** Sends one bulk `create` and returns one item per document, or why there are none. */
    async create(documents: readonly PlacedDocument[]): Promise<BulkItem[] | RequestFailure> {
      const { bytes, release } = bodies.create(documents)
      try {
        const { body } = await client.transport.request(
          {
            method: 'POST',
            path: '/_bulk',
            querystring: { filter_path: ITEM_FIELDS },
            bulkBody: bytes,
          },
          { requestTimeout: timeoutMs },
        )
        // Not after a failure: the rest of the request may still be in flight.
        release()
        return ((body as { items?: { create: BulkItem }[] }).items ?? []).map((item) => item.create)
      } catch (error) {
        return failureOf(error)
      }
    },

    /** Whether each of these documents is stored, searchable or not; undefined if the engine cannot tell now. */
    async exist(documents: readonly PlacedDocument[]): Promise<boolean[] | undefined> {
      const all: boolean[] = []
      for (let at = 0; at < documents.length; at += IDS_PER_REQUEST) {
        const chunk = documents.slice(at, at + IDS_PER_REQUEST)
        const isStored = await existingOf(chunk).catch((error: unknown) => void failureOf(error))
        if (!isStored) return undefined
        all.push(...isStored)
      }
      return all
    },

    /** Flushes these indexes to disk; returns whether the engine did so. */
    async flush(indexes: readonly string[]): Promise<boolean> {
      try {
        const { body } = await client.indices.flush(
          { index: [...indexes], ignore_unavailable: true },
          { requestTimeout: timeoutMs },
        )
        return body._shards?.failed === 0
      } catch (error) {
        failureOf(error)
        return false
      }
    },
  }
}

/** Rethrows a rejection of the request itself: that is a bug of ours, which no retry fixes. */
function failureOf(error: unknown): RequestFailure {
  const { statusCode: status } = error as { statusCode?: number }
  if (status !== undefined && status < 500 && status !== 429) throw error
  return status === undefined ? 'no-answer' : `status-${status}`
}
