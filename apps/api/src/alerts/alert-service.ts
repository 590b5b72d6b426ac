import { type Alert, AppError } from '@watchpost/contract'
import type {
  ListedAlert,
  AlertPage,
  AlertPageRequest,
  Asking,
  EventReference,
  StoredDocument,
} from '@watchpost/engine'
import type { BoundedQueue } from '../bounded-queue.ts'
import { writeCursor } from './alert-cursor.ts'
import { alertRow, type PairedProbes } from './alert-row.ts'
import { asProblem } from './engine-failure.ts'
import type { AlertListing } from './read-listing.ts'

/** What listing alerts needs. */
export interface AlertPorts {
  index: { page(request: AlertPageRequest, asking: Asking): Promise<AlertPage> }
  events: { documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>> }
  probes: { paired(): Promise<PairedProbes> }
  /** Bounds what the engine works on at once. */
  searching: BoundedQueue
}

export interface AlertList {
  rows: Alert[]
  /** The address of the next page. */
  next?: string
  total?: { value: number; isExact: boolean }
}

export type AlertService = ReturnType<typeof createAlertService>

export function createAlertService({ index, events, probes, searching }: AlertPorts) {
  const ask = <T>(asking: Asking, task: () => Promise<T>) => searching.run(() => asProblem(task), asking.signal)

  async function documentsOf(entries: readonly ListedAlert[], asking: Asking): Promise<Map<string, StoredDocument>> {
    return ask(asking, () => events.documents(entries, asking))
  }

  return {
    /** One page of alerts, and the way to the next. */
    async list(listing: AlertListing, asking: Asking): Promise<AlertList> {
      const { filter, order, limit, cursor, isExact, expand, address } = listing
      const request: AlertPageRequest = {
        filter,
        order,
        limit,
        // What was counted on the first page travels with the cursor: the others need not count again.
        count: cursor?.total ? 'none' : isExact ? 'exact' : 'some',
        hasContributions: expand.has('contributions'),
        ...(cursor && { after: cursor.after }),
      }
      const [page, paired] = await Promise.all([ask(asking, () => index.page(request, asking)), probes.paired()])
      const total = cursor?.total ?? page.total
      const rows = page.entries.map((entry) => alertRow(entry, paired))
      if (expand.has('document')) {
        const documents = await documentsOf(page.entries, asking)
        for (const row of rows) row.document = documents.get(row.uuid) ?? null
      }
      return {
        rows,
        ...(page.next && { next: nextAddress(address, writeCursor({ order, after: page.next, total })) }),
        ...(total && { total }),
      }
    },
  }
}

function nextAddress(address: URLSearchParams, cursor: string): string {
  const query = new URLSearchParams(address)
  query.set('cursor', cursor)
  return `/api/alerts?${query.toString()}`
}

/** No alert of this name is stored. */
export function alertNotFound(id: string): AppError {
  return new AppError('alert-not-found', `No alert has the id ${id.slice(0, 80)}.`)
}
