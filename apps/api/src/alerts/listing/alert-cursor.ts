import { AppError, alertOrders } from '@watchpost/contract'
import type { AlertOrder, AlertPage, AlertPosition } from '@watchpost/engine'
import { Type } from 'typebox'
import { readCursorText, totalFields, totalOf, writeCursorText } from './cursor-text.ts'

/** Where the next page of a listing starts, and the total that the first page counted. */
export interface AlertCursor {
  order: AlertOrder
  after: AlertPosition
  total?: AlertPage['total']
}

const Form = Type.Object(
  {
    s: Type.Enum([...alertOrders]),
    k: Type.Tuple([
      Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ maxLength: 80, pattern: '^[0-9a-f-]*$' }),
    ]),
    ...totalFields,
  },
  { additionalProperties: false },
)

export function writeCursor({ order, after, total }: AlertCursor): string {
  return writeCursorText(order, after, total)
}

/** Parses a cursor. It contains a position only, so a forged cursor reveals no more than a filter would. */
export function readCursor(text: string, order: AlertOrder): AlertCursor {
  const form = readCursorText(text, Form)
  if (form.s !== order) throw new AppError('cursor-invalid', `The cursor belongs to a listing by ${form.s}.`)
  return { order, after: [form.k[0], form.k[1]], ...totalOf(form) }
}
