import { AppError } from '@watchpost/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What the first page of a listing counted: later pages do not count again. */
interface Total {
  value: number
  isExact: boolean
}

/** The fields in which a cursor carries what was counted. Short names: it travels in an address. */
export const totalFields = {
  t: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  e: Type.Optional(Type.Boolean()),
}

/** A cursor as text that an address can carry. */
export function writeCursorText(order: string, after: readonly unknown[], total: Total | undefined): string {
  const form = { s: order, k: after, ...(total && { t: total.value, e: total.isExact }) }
  return Buffer.from(JSON.stringify(form)).toString('base64url')
}

/** Reads it back: everything in it comes from strangers and is checked as such. */
export function readCursorText<T extends TSchema>(text: string, schema: T): Static<T> {
  const form = parse(text)
  if (!Value.Check(schema, form)) throw new AppError('cursor-invalid')
  return form
}

export function totalOf({ t, e }: { t?: number; e?: boolean }): { total?: Total } {
  return t === undefined ? {} : { total: { value: t, isExact: e === true } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // Whatever it was, it was not written here: the check says so.
    return undefined
  }
}
