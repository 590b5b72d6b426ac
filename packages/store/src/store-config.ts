import { SecretType } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'

/** How to reach PostgreSQL: what must outlive any other server, and what roles agree on, lives there. */
export const StoreConfig = Type.Object({
  url: Type.String({
    env: 'STORE_URL',
    pattern: '^postgres(ql)?://',
    description:
      'PostgreSQL, as postgres://user@host:port/database; add ?sslmode=verify-full&sslrootcert=… for a server elsewhere.',
  }),
  password: Type.Optional(SecretType({ env: 'STORE_PASSWORD', description: 'Password of the database user.' })),
  poolSize: Type.Integer({
    env: 'STORE_POOL_SIZE',
    default: 10,
    minimum: 1,
    maximum: 200,
    description: 'Most connections that one process holds; all processes together must stay below max_connections.',
  }),
})
export type StoreConfig = Static<typeof StoreConfig>
