import type { AlertPage, AlertPageRequest, AlertPosition, Asking, ListedAlert } from '@watchpost/engine'
import { rankOf } from '@watchpost/model'
import type { AlertMark, MarkedAlert, MarkedWish } from '@watchpost/store'
import { isFilter, isWanted, type MarkFilter, type MarkWish, takesUnmarked, wishOf } from './mark-filter.ts'

export interface MarkedPagePorts {
  index: { page(request: AlertPageRequest, asking: Asking): Promise<AlertPage> }
  marks: {
    find(uuids: readonly string[]): Promise<Map<string, AlertMark>>
    marked(wish: MarkedWish): Promise<MarkedAlert[]>
  }
}

export type MarkedPages = ReturnType<typeof createMarkedPages>

/** After this many rounds a page is returned as it is, with a next link, to bound the time of an answer. */
const MOST_LOOKS = 20
const MOST_COUNTED = 200

/**
 * Pages of alerts filtered by marks. An alert without a mark is open. A filter that includes open alerts therefore
 * reads the alerts and drops those with other marks; any other filter reads the marks in the same order and fetches
 * their alerts.
 */
export function createMarkedPages(
  { index, marks }: MarkedPagePorts,
  /** Marks are in the store and alerts in the engine. This many are joined at a time. */
  atOnce = 1_000,
) {
  async function throughAlerts(request: AlertPageRequest, filter: MarkFilter, asking: Asking): Promise<AlertPage> {
    const entries: ListedAlert[] = []
    let after = request.after
    for (let look = 0; look < MOST_LOOKS; look++) {
      const page = await index.page({ ...request, count: 'none', ...(after && { after }) }, asking)
      const found = await marks.find(page.entries.map(({ uuid }) => uuid))
      entries.push(...page.entries.filter(({ uuid }) => isWanted(filter, found.get(uuid))))
      after = page.next
      if (!after || entries.length > request.limit) break
    }
    return cut(entries, request, after)
  }

  async function throughMarks(request: AlertPageRequest, filter: MarkFilter, asking: Asking): Promise<AlertPage> {
    const entries: ListedAlert[] = []
    let after = request.after
    for (let look = 0; look < MOST_LOOKS; look++) {
      const marked = await marks.marked({
        order: request.order,
        limit: atOnce,
        ...wishOf(filter),
        ...boundsOf(request),
        ...(after && { after }),
      })
      const last = marked.at(-1)
      if (!last) return cut(entries, request, undefined)
      const uuids = marked.filter((each) => isWanted(filter, each)).map(({ uuid }) => uuid)
      const wanted = { ...request, filter: { ...request.filter, uuids }, limit: atOnce, count: 'none' as const }
      const { after: _, ...first } = wanted
      entries.push(...(await index.page(first, asking)).entries)
      after = [isByDate(request) ? last.atMs : last.rank, last.uuid]
      if (marked.length < atOnce) return cut(entries, request, undefined)
      if (entries.length > request.limit) break
    }
    return cut(entries, request, after)
  }

  /** How many alerts match the engine's filter and have a mark that counts. */
  async function countMarked(
    request: AlertPageRequest,
    marking: MarkWish,
    counts: (mark: MarkedAlert) => boolean,
    asking: Asking,
  ): Promise<Total> {
    let value = 0
    let after: MarkedWish['after']
    for (let look = 0; look < MOST_COUNTED; look++) {
      const wish = { ...marking, ...boundsOf(request), order: 'date_asc' as const, limit: atOnce }
      const marked = await marks.marked({ ...wish, ...(after && { after }) })
      const last = marked.at(-1)
      if (!last) return { value, isExact: true }
      const uuids = marked.filter(counts).map(({ uuid }) => uuid)
      value += (await count({ ...request, filter: { ...request.filter, uuids } }, asking)).value
      after = [last.atMs, last.uuid]
    }
    return { value, isExact: false }
  }

  async function count({ filter, order }: AlertPageRequest, asking: Asking): Promise<Total> {
    const request = { filter, order, limit: 1, count: 'exact' as const, hasContributions: false }
    return (await index.page(request, asking)).total ?? { value: 0, isExact: false }
  }

  return {
    page(request: AlertPageRequest, filter: MarkFilter, asking: Asking): Promise<AlertPage> {
      return takesUnmarked(filter) ? throughAlerts(request, filter, asking) : throughMarks(request, filter, asking)
    },

    /** The total number of matching alerts. */
    async count(request: AlertPageRequest, filter: MarkFilter, asking: Asking): Promise<Total> {
      const isListed = (mark: MarkedAlert) => isWanted(filter, mark)
      if (!takesUnmarked(filter)) return countMarked(request, wishOf(filter), isListed, asking)
      if (!isFilter(filter)) return count(request, asking)
      const [all, others] = await Promise.all([
        count(request, asking),
        countMarked(request, {}, (mark) => !isListed(mark), asking),
      ])
      return others.isExact ? { value: all.value - others.value, isExact: true } : { value: 0, isExact: false }
    },
  }
}

type Total = NonNullable<AlertPage['total']>

function boundsOf({ filter: { from, to } }: AlertPageRequest): Pick<MarkedWish, 'fromMs' | 'toMs'> {
  return {
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(to !== undefined && { toMs: Date.parse(to) }),
  }
}

function isByDate({ order }: AlertPageRequest): boolean {
  return order.startsWith('date')
}

/** Cuts the entries to the requested size. The total is what was read, and exact only if nothing is left. */
function cut(entries: ListedAlert[], request: AlertPageRequest, after: AlertPosition | undefined): AlertPage {
  const shown = entries.slice(0, request.limit)
  const last = shown.at(-1)
  const isCut = entries.length > request.limit && last !== undefined
  const next = isCut ? positionOf(last, request) : after
  const total = { value: entries.length, isExact: next === undefined && request.after === undefined }
  return { entries: shown, ...(next && { next }), ...(request.count !== 'none' && { total }) }
}

function positionOf(alert: ListedAlert, request: AlertPageRequest): AlertPosition {
  const at = alert['@timestamp']
  return [isByDate(request) ? Date.parse(at) : rankOf(alert.effective_risk, at), alert.uuid]
}
