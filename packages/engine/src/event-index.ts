import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@opensearch-project/opensearch'
import { createBackOff } from '@watchpost/runtime'
import { type BulkItem, createBulkRequest, type PlacedDocument, type RequestFailure } from './bulk-request.ts'
import { createPoisonWatch, type PoisonWatch } from './poison-watch.ts'

/** The result of each document of a write, in the given order. */
export type WriteResult =
  | { kind: 'created' }
  /** Already stored: a duplicate. */
  | { kind: 'exists' }
  /** Its index accepts no more writes, or is deleted: the caller has to choose another index. */
  | { kind: 'closed' }
  /** The engine will never accept it as it is. */
  | { kind: 'refused'; detail: string }

export interface EventIndexOptions {
  /** Concurrent bulk requests of one write. */
  concurrency: number
  /** Maximum size of one bulk request. */
  maxBulkBytes: number
  /** Timeout of one bulk request. Longer than that of a search, because a busy engine finishes most late requests. */
  bulkTimeoutMs?: number
  /** Called for every round that has to be sent again. */
  onRetry?: (reason: string, documents: number) => void
}

/** The clock, replaceable in tests. */
export interface WriteClock {
  now(): number
  sleep(ms: number, stop: AbortSignal): Promise<void>
}

const systemClock: WriteClock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** Shared objects: nearly every document of a write has one of these results. */
const CREATED: WriteResult = { kind: 'created' }
const EXISTS: WriteResult = { kind: 'exists' }

const BULK_TIMEOUT_MS = 120_000
const backOffMs = createBackOff({ firstMs: 200, mostMs: 5_000 })
/** After a request without a response, the rest is sent in halves, down to this many documents. */
const FEWEST_DOCUMENTS = 50

/**
 * Writes documents by bulk `create`. What the engine cannot accept at the moment (429, 5xx, no response) is sent again,
 * with growing pauses, until it is accepted or `stop` aborts: the caller slows down with the engine and loses nothing.
 * After a request without a response, only the documents that the engine does not have are sent again. A document on
 * which the engine keeps failing while it accepts others is rejected, so that it does not block its partition forever.
 */
export function createEventIndex(client: Client, options: EventIndexOptions, clock: WriteClock = systemClock) {
  const request = createBulkRequest(client, options.bulkTimeoutMs ?? BULK_TIMEOUT_MS)

  async function writeSlice(documents: readonly PlacedDocument[], stop: AbortSignal): Promise<WriteResult[]> {
    const results = new Map<PlacedDocument, WriteResult>()
    const poison = createPoisonWatch(client, clock.now)
    const pause = createPause(clock, stop)
    const queue: PlacedDocument[][] = [[...documents]]
    let hadNoAnswer = false
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { later, reason } = await send(next, poison, results)
      if (later.length === 0) {
        pause.reset()
        continue
      }
      options.onRetry?.(reason, later.length)
      await pause.wait()
      if (reason === 'no-answer') {
        hadNoAnswer = true
        queue.unshift(...halvesOf(await missingOf(later, results, pause)))
      } else {
        queue.unshift(later)
      }
    }
    if (hadNoAnswer) await flushExisting(results, pause)
    return documents.map((document) => results.get(document) as WriteResult)
  }

  /** One bulk request. Records the results; returns what has to be sent again, and why. */
  async function send(
    documents: PlacedDocument[],
    poison: PoisonWatch,
    results: Map<PlacedDocument, WriteResult>,
  ): Promise<{ later: PlacedDocument[]; reason: RequestFailure | 'rejected' }> {
    const controls = await poison.controlsFor(documents)
    const items = await request.create([...documents, ...controls.documents])
    if (typeof items === 'string') return { later: documents, reason: items }
    const controlItems = items.slice(documents.length)
    const later = documents.filter((document, turn) => {
      const result = readItem(items[turn], (item) => poison.failed(document, item, controls, controlItems))
      if (result !== 'later') results.set(document, result)
      return result === 'later'
    })
    return { later, reason: 'rejected' }
  }

  /** The documents that the engine does not have, after a request without a response. */
  async function missingOf(
    documents: readonly PlacedDocument[],
    results: Map<PlacedDocument, WriteResult>,
    pause: Pause,
  ): Promise<PlacedDocument[]> {
    for (;;) {
      const isStored = await request.exist(documents)
      if (isStored) {
        return documents.filter((document, turn) => {
          if (isStored[turn]) results.set(document, EXISTS)
          return !isStored[turn]
        })
      }
      options.onRetry?.('no-answer', documents.length)
      await pause.wait()
    }
  }

  /** The engine finds a document before it is on disk, and the request that would have waited for the disk is lost. */
  async function flushExisting(results: ReadonlyMap<PlacedDocument, WriteResult>, pause: Pause): Promise<void> {
    const existing = [...results].filter(([, { kind }]) => kind === 'exists')
    const indexes = new Set(existing.map(([{ index }]) => index))
    if (indexes.size === 0) return
    while (!(await request.flush([...indexes]))) {
      options.onRetry?.('not-flushed', existing.length)
      await pause.wait()
    }
  }

  return {
    /** Writes all documents and returns one result each. Throws only when `stop` aborts, or on a bug of our own. */
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

/** Even slices, one per concurrent request, or more if their bytes exceed the limit. */
function slice(
  documents: readonly PlacedDocument[],
  { concurrency, maxBulkBytes }: EventIndexOptions,
): PlacedDocument[][] {
  const most = Math.max(1, Math.ceil(documents.length / concurrency))
  const slices: PlacedDocument[][] = []
  let current: PlacedDocument[] = []
  let bytes = 0
  for (const document of documents) {
    // Characters, not bytes: a fast lower bound, and the engine's limit is several times ours.
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

function readItem(
  item: BulkItem | undefined,
  whyGivenUp: (item: BulkItem) => string | undefined,
): WriteResult | 'later' {
  if (!item) return 'later'
  const { status, error } = item
  if (status < 300) return CREATED
  if (status === 409) return EXISTS
  if (status === 429 || status >= 500) {
    const detail = whyGivenUp(item)
    return detail === undefined ? 'later' : { kind: 'refused', detail }
  }
  if (error?.type === 'cluster_block_exception' || error?.type === 'index_not_found_exception')
    return { kind: 'closed' }
  const cause = error?.caused_by?.reason
  return { kind: 'refused', detail: [error?.type, error?.reason, cause].filter(Boolean).join(': ') }
}

function halvesOf(documents: PlacedDocument[]): PlacedDocument[][] {
  if (documents.length === 0) return []
  if (documents.length <= FEWEST_DOCUMENTS) return [documents]
  const middle = Math.ceil(documents.length / 2)
  return [documents.slice(0, middle), documents.slice(middle)]
}

type Pause = ReturnType<typeof createPause>

/** Growing pauses with jitter, so that copies that were rejected together do not retry together. */
function createPause(clock: WriteClock, stop: AbortSignal) {
  let failures = 0
  return {
    reset(): void {
      failures = 0
    },
    wait(): Promise<void> {
      failures++
      return clock.sleep(backOffMs(failures, Math.random()), stop)
    },
  }
}
