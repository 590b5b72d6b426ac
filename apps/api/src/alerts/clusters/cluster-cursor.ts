import { AppError } from '@watchpost/contract'
import type { ClusterOrder, ClusterPage, ClusterPosition } from '@watchpost/engine'
import { Type } from 'typebox'
import { readCursorText, totalFields, totalOf, writeCursorText } from '../listing/cursor-text.ts'

/** Where the next page of a cluster listing starts, and the total that the first page counted. */
export interface ClusterCursor {
  order: ClusterOrder
  after: ClusterPosition
  total?: ClusterPage['total']
}

const Form = Type.Object(
  {
    s: Type.String({ maxLength: 32 }),
    k: Type.Array(
      Type.Union([
        Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ maxLength: 45, pattern: '^[0-9a-f:.]*$' }),
      ]),
      { minItems: 2, maxItems: 3 },
    ),
    ...totalFields,
  },
  { additionalProperties: false },
)

/** The position of the IP address among the sort values of each order; all others are numbers. */
const addressAt: Record<string, number> = { date: 2, risk: 1, ip: 0, number_alerts: 2 }

export function writeClusterCursor({ order, after, total }: ClusterCursor): string {
  return writeCursorText(order, after, total)
}

/** Parses a cursor; rejects one that was written for another order. */
export function readClusterCursor(text: string, order: ClusterOrder): ClusterCursor {
  const form = readCursorText(text, Form)
  if (form.s !== order) throw new AppError('cursor-invalid', 'The cursor belongs to another order.')
  const at = addressAt[order.slice(0, order.lastIndexOf('_'))]
  const isOfOrder = form.k.every((value, place) => (typeof value === 'string') === (place === at))
  if (!isOfOrder || form.k.length !== Math.max(2, (at ?? 0) + 1)) throw new AppError('cursor-invalid')
  return { order, after: form.k, ...totalOf(form) }
}
