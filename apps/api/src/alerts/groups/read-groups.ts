import { alertOrders, AppError, groupLimits } from '@watchpost/contract'
import type { AlertFilter, AlertOrder, MarkConditions } from '@watchpost/engine'
import { Type } from 'typebox'
import { readCursorText, writeCursorText } from '../listing/cursor-text.ts'
import type { FilterValues } from '../listing/filter-values.ts'
import { addressOf } from '../listing/listing-address.ts'
import { readFilter, readMarking } from '../listing/read-filter.ts'
import { orderOf, type SortName } from '../listing/sort-order.ts'

/** The parameters of a listing of groups, checked and in the types of their schema. */
export interface GroupValues extends FilterValues {
  sort_by?: SortName
  limit?: number
  cursor?: string
}

/** The parsed request for a listing of groups. */
export interface GroupListing {
  filter: AlertFilter
  marking: MarkConditions
  order: AlertOrder
  limit: number
  /** Groups before this page. */
  skip: number
  /** Query parameters for the URL of the next page, without the position. */
  address: URLSearchParams
}

const Form = Type.Object(
  { s: Type.Enum([...alertOrders]), k: Type.Tuple([Type.Integer({ minimum: 1, maximum: groupLimits.deepest - 1 })]) },
  { additionalProperties: false },
)

/** Reads the checked parameters of a listing of groups. */
export function readGroups(values: GroupValues): GroupListing {
  const order = orderOf(values.sort_by)
  const skip = values.cursor === undefined ? 0 : skipIn(values.cursor, order)
  return {
    filter: readFilter(values),
    marking: readMarking(values),
    order,
    limit: Math.min(values.limit ?? groupLimits.usual, groupLimits.deepest - skip),
    skip,
    address: addressOf(values, ['cursor']),
  }
}

export function writeGroupCursor(order: AlertOrder, skip: number): string {
  return writeCursorText(order, [skip], undefined)
}

function skipIn(text: string, order: AlertOrder): number {
  const form = readCursorText(text, Form)
  if (form.s !== order) throw new AppError('cursor-invalid', `The cursor belongs to a listing by ${form.s}.`)
  return form.k[0]
}
