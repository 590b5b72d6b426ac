import { type alertExpansions, alertLimits, AppError } from '@watchpost/contract'
import type { AlertFilter, AlertOrder, MarkConditions } from '@watchpost/engine'
import { type AlertCursor, readCursor } from './alert-cursor.ts'
import { type ArrivalPosition, firstPosition } from '@watchpost/model'
import { readArrivalCursor } from '../arrival/arrival-cursor.ts'
import type { FilterValues } from './filter-values.ts'
import { addressOf } from './listing-address.ts'
import { readFilter, readMarking } from './read-filter.ts'
import { orderOf, type SortName } from './sort-order.ts'

/** The parsed request for a listing: a page by time or risk, or the arrivals after a position. */
export type AlertListing = PageListing | ArrivalListing

interface Listing {
  filter: AlertFilter
  /** Filter by analysts' marks, which are stored separately from the alerts. */
  marking: MarkConditions
  limit: number
  expand: ReadonlySet<Expansion>
  /** Query parameters for the URL of the next page, without the position. */
  address: URLSearchParams
}

export interface PageListing extends Listing {
  kind: 'page'
  order: AlertOrder
  cursor?: AlertCursor
  isExact: boolean
}

export interface ArrivalListing extends Listing {
  kind: 'arrival'
  after: ArrivalPosition | 'now'
  waitMs: number
}

export type Expansion = (typeof alertExpansions)[number]

/** The parameters of a listing, checked and in the types of their schema. */
export interface ListingValues extends FilterValues {
  limit?: number
  cursor?: string
  total?: 'bounded' | 'exact'
  sort_by?: SortName
  order?: 'arrival'
  after?: string
  wait?: string | number
  expand?: readonly Expansion[]
}

/** Reads the checked parameters of a listing; `body` are those of the body. Rejects combinations without a meaning. */
export function readListing(values: ListingValues, body: object = {}): AlertListing {
  const expand = new Set(values.expand)
  const limit = values.limit ?? alertLimits.usual
  if (expand.has('document') && limit > alertLimits.mostExpanded) {
    throw refusal(['limit'], body, `Must be at most ${alertLimits.mostExpanded} with expand=document.`)
  }
  const listing: Listing = {
    filter: readFilter(values),
    marking: readMarking(values),
    limit,
    expand,
    address: addressOf(values, ['cursor', 'after']),
  }
  return values.order === 'arrival' ? readArrival(values, body, listing) : readPage(values, body, listing)
}

function readPage(values: ListingValues, body: object, listing: Listing): PageListing {
  forbid(values, body, ['after', 'wait'], 'Allowed only with order=arrival.')
  const { sort_by, total, cursor: text } = values
  const order = orderOf(sort_by)
  const cursor = text === undefined ? undefined : readCursor(text, order)
  return { ...listing, kind: 'page', order, isExact: total === 'exact', ...(cursor && { cursor }) }
}

function readArrival(values: ListingValues, body: object, listing: Listing): ArrivalListing {
  forbid(values, body, ['sort_by', 'cursor', 'total'], 'Not allowed with order=arrival.')
  const { after, wait = 0 } = values
  const position = after === undefined ? firstPosition : after === 'now' ? after : readArrivalCursor(after)
  return { ...listing, kind: 'arrival', after: position, waitMs: Number.parseInt(String(wait), 10) * 1_000 }
}

/** Rejects parameters that have no meaning together with another one. */
function forbid(values: ListingValues, body: object, names: readonly (keyof ListingValues)[], detail: string): void {
  const given = names.filter((name) => values[name] !== undefined)
  if (given.length > 0) throw refusal(given, body, detail)
}

function refusal(names: readonly string[], body: object, detail: string): AppError {
  const errors = names.map((name) => ({
    ...(Object.hasOwn(body, name) ? { pointer: `#/${name}` } : { parameter: name }),
    detail,
  }))
  return new AppError('invalid-request', undefined, { errors })
}
