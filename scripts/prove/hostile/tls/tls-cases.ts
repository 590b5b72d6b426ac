import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const TlsCase = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    expect: Type.Enum(['refused', 'accepted']),
    /** The server with planted faults accepts it, which shows that the client supports the case. */
    isPlanted: Type.Boolean(),
    isRenegotiation: Type.Optional(Type.Boolean()),
    /** Arguments of `openssl s_client`. */
    args: Type.Array(Type.String(), { minItems: 1 }),
  },
  { additionalProperties: false },
)
export type TlsCase = Static<typeof TlsCase>

/** The cases that each public port must refuse or accept. */
export function readTlsCases(): TlsCase[] {
  const cases: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'cases.json'), 'utf8'))
  return Value.Parse(Type.Array(TlsCase), cases)
}
