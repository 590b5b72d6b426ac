import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Refusal } from '../refusal.ts'

/** Parses a JSON body against its schema and drops unknown fields. */
export function readBody<T extends TSchema>(schema: T, body: unknown): Static<T> {
  // NDJSON bodies are parsed to a Buffer on every route.
  if (Buffer.isBuffer(body)) throw new Refusal('encoding-unsupported', 'Content-Type is application/json here.')
  const known: unknown = Value.Clean(schema, body)
  if (Value.Check(schema, known)) return known
  const [first] = Value.Errors(schema, known)
  throw new Refusal('invalid-request', `${first?.instancePath || 'The body'} ${first?.message ?? 'is not valid'}.`)
}
