import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const TlsCase = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    expect: Type.Enum(['refused', 'accepted']),
    /** The server with planted faults takes it: what is refused elsewhere is not refused for lack of a client. */
    isPlanted: Type.Boolean(),
    isRenegotiation: Type.Optional(Type.Boolean()),
    /** Of `openssl s_client`. */
    args: Type.Array(Type.String(), { minItems: 1 }),
  },
  { additionalProperties: false },
)
export type TlsCase = Static<typeof TlsCase>

/** What each public port must refuse or take. */
export function readTlsCases(): TlsCase[] {
  const cases: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'cases.json'), 'utf8'))
  return Value.Parse(Type.Array(TlsCase), cases)
}
