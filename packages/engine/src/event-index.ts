import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@opensearch-project/opensearch'

/** A document and the backing index that was decided for it. */
export interface PlacedDocument {
  index: string
  id: string
  json: string
}

/** What became of each document of a write, in the order given. */
export type WriteResult =
  | { kind: 'created' }
  /** It was there already: a repeat. */
  | { kind: 'exists' }
  /** Its index takes no more writes, or is gone: another place must be found. */
  | { kind: 'closed' }
  /** The engine will never take it as it is. */
  | { kind: 'refused'; detail: string }

export interface EventIndexOptions {
  /** Bulk requests of one write that run at once. */
  concurrency: number
  /** The most bytes in one bulk request. */
  maxBulkBytes: number
  /** Told of every round that has to be sent again. */
  onRetry?: (reason: string, documents: number) => void
}

interface BulkItem {
  create: { status: number; error?: { type?: string; reason?: string; caused_by?: { reason?: string } } }
}

/** All that is read of an answer; the rest of it would be most of the bytes. */
const ITEM_FIELDS = ['status', 'error.type', 'error.reason', 'error.caused_by.reason']
  .map((each) => `items.create.${each}`)
  .join()
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/**
 * Writes documents by bulk `create`. What the engine cannot take at the moment (429, 5xx, no answer) is sent again,
 * with growing pauses, until it is taken or `stop` aborts: the caller slows down with the engine and loses nothing.
 */
export function createEventIndex(client: Client, options: EventIndexOptions) {
  async function writeSlice(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]> {
    const results: WriteResult[] = []
    let open = documents.map((_, position) => position)
    for (let attempt = 0; open.length > 0; attempt++) {
      if (attempt > 0) await pause(attempt, stop)
      const answered = await bulk(open.map((position) => documents[position] as PlacedDocument))
      const again: number[] = []
      open.forEach((position, turn) => {
        const result = typeof answered === 'string' ? 'later' : readItem(answered[turn])
        if (result === 'later') again.push(position)
        else results[position] = result
      })
      if (again.length > 0) options.onRetry?.(typeof answered === 'string' ? answered : 'rejected', again.length)
      open = again
    }
    return results
  }

  /** The items of the answer, or why there is none. */
  async function bulk(documents: readonly PlacedDocument[]): Promise<BulkItem[] | string> {
    const lines: string[] = []
    for (const { index, id, json } of documents) lines.push(`{"create":{"_index":"${index}","_id":"${id}"}}`, json)
    lines.push('')
    try {
      const { body } = await client.transport.request({
        method: 'POST',
        path: '/_bulk',
        querystring: { filter_path: ITEM_FIELDS },
        bulkBody: lines.join('\n'),
      })
      return (body as { items?: BulkItem[] }).items ?? []
    } catch (error) {
      const status = (error as { statusCode?: number }).statusCode
      if (status !== undefined && status < 500 && status !== 429) throw error
      return status === undefined ? 'no-answer' : `status-${status}`
    }
  }

  return {
    /** Writes all of them and answers one result each. Throws only when `stop` aborts, or on a fault of our own. */
    async write(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]> {
      const slices = slice(documents, options)
      const results: WriteResult[][] = []
      for (let at = 0; at < slices.length; at += options.concurrency) {
        const running = slices.slice(at, at + options.concurrency).map((each) => writeSlice(each, stop))
        results.push(...(await Promise.all(running)))
      }
      return results.flat()
    },
  }
}
export type EventIndex = ReturnType<typeof createEventIndex>

/** Even slices, as many as run at once, unless their bytes demand more. */
function slice(
  documents: readonly PlacedDocument[],
  { concurrency, maxBulkBytes }: EventIndexOptions,
): PlacedDocument[][] {
  const most = Math.max(1, Math.ceil(documents.length / concurrency))
  const slices: PlacedDocument[][] = []
  let current: PlacedDocument[] = []
  let bytes = 0
  for (const document of documents) {
    // Characters, not bytes: a quick lower bound, and the limit of the engine is several times ours.
    if (current.length >= most || (current.length > 0 && bytes + document.json.length > maxBulkBytes)) {
      slices.push(current)
      current = []
      bytes = 0
    }
    current.push(document)
    bytes += document.json.length
  }
  if (current.length > 0) slices.push(current)
  return slices
}

function readItem(item: BulkItem | undefined): WriteResult | 'later' {
  if (!item) return 'later'
  const { status, error } = item.create
  if (status < 300) return { kind: 'created' }
  if (status === 409) return { kind: 'exists' }
  if (status === 429 || status >= 500) return 'later'
  if (error?.type === 'cluster_block_exception' || error?.type === 'index_not_found_exception')
    return { kind: 'closed' }
  const cause = error?.caused_by?.reason
  return { kind: 'refused', detail: [error?.type, error?.reason, cause].filter(Boolean).join(': ') }
}

/** Full jitter: copies that were refused together do not come back together. */
function pause(attempt: number, stop: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10))
  return sleep(longest * (0.5 + Math.random() / 2), undefined, { signal: stop })
}
