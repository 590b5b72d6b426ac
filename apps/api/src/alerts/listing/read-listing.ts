import { alertLimits, alertOrders, alertStatuses, detectorTypes } from '@watchpost/contract'
import type { AlertFilter, AlertOrder } from '@watchpost/engine'
import { type AlertCursor, readCursor } from './alert-cursor.ts'
import { type ArrivalPosition, firstPosition } from '@watchpost/model'
import { readArrivalCursor } from '../arrival/arrival-cursor.ts'
import { addressOf } from './listing-address.ts'
import type { MarkFilter } from '../marks/marked-pages.ts'
import { createParameters, type Parameters } from './parameters.ts'

/** The parsed request for a listing: a page by time or risk, or the arrivals after a position. */
export type AlertListing = PageListing | ArrivalListing

interface Listing {
  filter: AlertFilter
  /** Filter by analysts' marks, which are stored separately from the alerts. */
  marking: MarkFilter
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

export type Expansion = 'document' | 'contributions'

const orders: Record<string, AlertOrder> = {
  date: 'date_asc',
  '-date': 'date_desc',
  risk: 'risk_asc',
  '-risk': 'risk_desc',
  ...Object.fromEntries(alertOrders.map((each) => [each, each])),
}
const expansions: readonly Expansion[] = ['document', 'contributions']

type Values = Readonly<Record<string, unknown>>

/** Parses the query string and the body of a listing. Rejects with every invalid parameter. */
export function readListing(query: Values, body: Values): AlertListing {
  const parameters = createParameters(query, body)
  const filter = readFilter(parameters)
  const marking = readMarking(parameters)
  const isByArrival = parameters.choice('order', ['arrival']) === 'arrival'
  const expand = new Set(
    parameters.several(
      'expand',
      (text) => expansions.find((each) => each === text),
      `Must be one of ${expansions.join(', ')}.`,
    ),
  )
  const limit = parameters.integer('limit', 1, alertLimits.most) ?? alertLimits.usual
  if (expand.has('document') && limit > alertLimits.mostExpanded) {
    parameters.refuse('limit', `Must be at most ${alertLimits.mostExpanded} with expand=document.`)
  }
  const listing = { filter, marking, limit, expand, address: addressOf({ ...query, ...body }, ['cursor', 'after']) }
  return isByArrival ? readArrival(parameters, listing) : readPage(parameters, listing)
}

function readPage(parameters: Parameters, listing: Listing): PageListing {
  const order = orders[parameters.choice('sort_by', Object.keys(orders)) ?? 'date_desc'] as AlertOrder
  const isExact = parameters.choice('total', ['bounded', 'exact']) === 'exact'
  const cursorText = parameters.text('cursor', 1_024)
  parameters.forbid(['after', 'wait'], 'Allowed only with order=arrival.')
  parameters.end()
  const cursor = cursorText === undefined ? undefined : readCursor(cursorText, order)
  return { ...listing, kind: 'page', order, isExact, ...(cursor && { cursor }) }
}

function readArrival(parameters: Parameters, listing: Listing): ArrivalListing {
  const after = parameters.text('after', 8_192)
  const waitMs = parameters.seconds('wait', alertLimits.mostWaitSeconds) ?? 0
  parameters.forbid(['sort_by', 'cursor', 'total'], 'Not allowed with order=arrival.')
  parameters.end()
  const position = after === undefined ? firstPosition : after === 'now' ? after : readArrivalCursor(after)
  return { ...listing, kind: 'arrival', after: position, waitMs }
}

function readFilter(parameters: Parameters): AlertFilter {
  const filter: AlertFilter = {
    from: parameters.instant('date_from', 'first'),
    to: parameters.instant('date_to', 'last'),
    probeId: parameters.probeId('probe_id'),
    ip: parameters.address('ip'),
    srcIp: parameters.address('src_ip'),
    destIp: parameters.address('dest_ip'),
    riskMin: parameters.integer('risk_min', 0, 100),
    riskMax: parameters.integer('risk_max', 0, 100),
    types: parameters.several(
      'type',
      (text) => detectorTypes.find((each) => each === text),
      `Must be one of ${detectorTypes.join(', ')}.`,
    ),
    severities: parameters.several(
      'severity',
      (text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined),
      'Must be a whole number; 1 is the worst.',
    ),
    states: parameters.several('state', shortText, 'Must be a state, for example Infected.'),
    name: parameters.text('name', 2_048),
    search: parameters.text('search', 256),
  }
  return filter
}

function readMarking(parameters: Parameters): MarkFilter {
  const statuses = parameters.several(
    'status',
    (text) => alertStatuses.find((each) => each === text),
    `Must be one of ${alertStatuses.join(', ')}.`,
  )
  const tags = parameters.several('tag', shortText, 'Must be a tag.')
  return { ...(statuses && { statuses }), ...(tags && { tags }) }
}

function shortText(text: string): string | undefined {
  return text.length > 0 && text.length <= 64 ? text : undefined
}
