import { AppError } from '@watchpost/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The total that the first page of a listing counted; later pages do not count again. */
interface Total {
  value: number
  isExact: boolean
}

/** The cursor fields that carry the total. Their names are short because the cursor is part of a URL. */
export const totalFields = {
  t: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  e: Type.Optional(Type.Boolean()),
}

/** Writes a cursor as URL-safe text. */
export function writeCursorText(order: string, after: readonly unknown[], total: Total | undefined): string {
  return writeForm({ s: order, k: after, ...(total && { t: total.value, e: total.isExact }) })
}

/** Parses a cursor. Its content is untrusted and checked against the schema. */
export function readCursorText<T extends TSchema>(text: string, schema: T): Static<T> {
  const form = readForm(text)
  if (!Value.Check(schema, form)) throw new AppError('cursor-invalid')
  return form
}

export function totalOf({ t, e }: { t?: number; e?: boolean }): { total?: Total } {
  return t === undefined ? {} : { total: { value: t, isExact: e === true } }
}

/** Writes a form as opaque, URL-safe text. */
export function writeForm(form: object): string {
  return Buffer.from(JSON.stringify(form)).toString('base64url')
}

/** Reads what may be a form: its content is untrusted. */
export function readForm(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // Not written by us: the check of the caller's schema rejects it.
    return undefined
  }
}
