import { type Alert, AppError } from '@watchpost/contract'
import type {
  AlertPage,
  AlertPageRequest,
  Asking,
  EventReference,
  ListedAlert,
  StoredDocument,
} from '@watchpost/engine'
import type { AlertMark } from '@watchpost/store'
import type { CallerAsking, Searching } from '../queues/searching.ts'
import { writeCursor } from './listing/alert-cursor.ts'
import { alertRow, type PairedProbes } from './alert-row.ts'
import type { ArrivalPage, ArrivalWish } from './arrival/arrival-service.ts'
import { countingQueue } from './counting-queue.ts'
import { asProblem, createAsk } from './engine-failure.ts'
import { addressWith } from './listing/listing-address.ts'
import { isFilter, isWanted } from './marks/mark-filter.ts'
import { createMarkSelection, type MarkSelectionPorts } from './marks/mark-selection.ts'
import type { AlertListing, ArrivalListing, PageListing } from './listing/read-listing.ts'

/** Dependencies of the alert listing. */
export interface AlertPorts extends MarkSelectionPorts {
  index: { page(request: AlertPageRequest, asking: Asking): Promise<AlertPage> }
  arrivals: { read(wish: ArrivalWish, asking: CallerAsking, stop: AbortSignal): Promise<ArrivalPage> }
  events: { documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>> }
  marks: { find(uuids: readonly string[]): Promise<Map<string, AlertMark>> }
  probes: { paired(): Promise<PairedProbes> }
  /** Limits the concurrent engine requests. */
  searching: Searching
}

export interface AlertList {
  rows: Alert[]
  /** The URL of the next page. */
  next?: string
  total?: { value: number; isExact: boolean }
}

export type AlertService = ReturnType<typeof createAlertService>

const PATH = '/api/alerts'

export function createAlertService({ index, arrivals, events, marks, outbox, probes, searching }: AlertPorts) {
  const select = createMarkSelection({ outbox })
  const ask = createAsk(searching)

  async function page(listing: PageListing, asking: CallerAsking): Promise<Omit<AlertList, 'rows'> & Entries> {
    const { filter, marking, order, limit, cursor, isExact, expand, address } = listing
    const request: AlertPageRequest = {
      filter: await select(filter, marking),
      order,
      limit,
      // The cursor carries the total that the first page counted, so later pages need not count again.
      count: cursor?.total ? 'none' : isExact ? 'exact' : 'some',
      hasContributions: expand.has('contributions'),
      ...(cursor && { after: cursor.after }),
    }
    const queue = request.count === 'exact' ? countingQueue(request.filter) : 'cheap'
    const { entries, next, total = cursor?.total } = await ask(queue, asking, () => index.page(request, asking))
    return {
      entries,
      ...(next && { next: addressWith(PATH, address, 'cursor', writeCursor({ order, after: next, total })) }),
      ...(total && { total }),
    }
  }

  async function arrived(
    listing: ArrivalListing,
    asking: CallerAsking,
    stop: AbortSignal,
  ): Promise<Entries & { next: string }> {
    const { expand, address, marking, ...wish } = listing
    const hasContributions = expand.has('contributions')
    const { entries, cursor } = await asProblem(() => arrivals.read({ ...wish, hasContributions }, asking, stop))
    const found = isFilter(marking) ? await marks.find(entries.map(({ uuid }) => uuid)) : new Map()
    return {
      entries: isFilter(marking) ? entries.filter(({ uuid }) => isWanted(marking, found.get(uuid))) : entries,
      next: addressWith(PATH, address, 'after', cursor),
    }
  }

  return {
    /** One page of alerts, and the link to the next. Aborting `stop` answers a call that waits for arrivals. */
    async list(listing: AlertListing, asking: CallerAsking, stop: AbortSignal): Promise<AlertList> {
      const [{ entries, ...rest }, paired] = await Promise.all([
        listing.kind === 'arrival' ? arrived(listing, asking, stop) : page(listing, asking),
        probes.paired(),
      ])
      const found = await marks.find(entries.map(({ uuid }) => uuid))
      const rows = entries.map((entry) => alertRow(entry, paired, found.get(entry.uuid)))
      if (listing.expand.has('document')) {
        const documents = await ask('cheap', asking, () => events.documents(entries, asking))
        for (const row of rows) row.document = documents.get(row.uuid) ?? null
      }
      return { rows, ...rest }
    },
  }
}

interface Entries {
  entries: ListedAlert[]
}

/** No stored alert has this id. */
export function alertNotFound(id: string): AppError {
  return new AppError('alert-not-found', `No alert has the id ${id.slice(0, 80)}.`)
}
