import { AppError, alertOrders } from '@watchpost/contract'
import type { AlertOrder, AlertPage, AlertPosition } from '@watchpost/engine'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** Where a listing goes on, and what its first page counted. */
export interface AlertCursor {
  order: AlertOrder
  after: AlertPosition
  total?: AlertPage['total']
}

/** Short names: it travels in an address. Everything in it comes back from strangers and is checked as such. */
const Form = Type.Object(
  {
    s: Type.Enum([...alertOrders]),
    k: Type.Tuple([
      Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ maxLength: 80, pattern: '^[0-9a-f-]*$' }),
    ]),
    t: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    e: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export function writeCursor({ order, after, total }: AlertCursor): string {
  const form = { s: order, k: after, ...(total && { t: total.value, e: total.isExact }) }
  return Buffer.from(JSON.stringify(form)).toString('base64url')
}

/** Reads a cursor back. It says where to go on and nothing else, so that a forged one shows nobody more than a filter would. */
export function readCursor(text: string, order: AlertOrder): AlertCursor {
  const form = parse(text)
  if (!Value.Check(Form, form)) throw new AppError('cursor-invalid')
  if (form.s !== order) throw new AppError('cursor-invalid', `The cursor belongs to a listing by ${form.s}.`)
  const total = form.t === undefined ? undefined : { value: form.t, isExact: form.e === true }
  return { order, after: [form.k[0], form.k[1]], ...(total && { total }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // Whatever it was, it was not written here: the check below says so.
    return undefined
  }
}
