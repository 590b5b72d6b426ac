import { AppError } from '@watchpost/contract'
import type { AuditPosition } from '@watchpost/store'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Form = Type.Tuple([
  Type.Enum(['change', 'access']),
  Type.String({ pattern: '^(?!0000)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' }),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
])

/** Writes a position in the listing as URL-safe text. */
export function writeAuditCursor({ kind, at, key }: AuditPosition): string {
  return Buffer.from(JSON.stringify([kind, at, ...key])).toString('base64url')
}

/** Parses a cursor. It contains a position only, and its content is untrusted. */
export function readAuditCursor(text: string): AuditPosition {
  const form = parse(text)
  if (!Value.Check(Form, form) || Number.isNaN(Date.parse(form[1]))) throw new AppError('cursor-invalid')
  const [kind, at, ...key] = form
  return { kind, at, key }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // Not a cursor of ours: the schema check rejects it.
    return undefined
  }
}
