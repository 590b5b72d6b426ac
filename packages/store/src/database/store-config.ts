import { SecretType } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'

/** How to reach PostgreSQL. It holds all state that services share and that must outlive the other servers. */
export const StoreConfig = Type.Object({
  url: Type.String({
    env: 'STORE_URL',
    pattern: '^postgres(ql)?://',
    description:
      'PostgreSQL, in the form postgres://user@host:port/database; add ?sslmode=verify-full&sslrootcert=… for a server elsewhere.',
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

/** The owner of the tables, if it is not the user that the services connect as. */
export const StoreOwnerConfig = Type.Object({
  url: Type.Optional(
    Type.String({
      env: 'OWNER_STORE_URL',
      pattern: '^postgres(ql)?://',
      description:
        'PostgreSQL as the user that owns the tables, for `watchpost init` and `watchpost audit archive`. The user of WATCHPOST_STORE_URL is then given what the services need and no more: of the audit, nothing can be changed or removed. Left out, the services own the tables themselves.',
    }),
  ),
  password: Type.Optional(SecretType({ env: 'OWNER_STORE_PASSWORD', description: 'Password of that user.' })),
})
export type StoreOwnerConfig = Static<typeof StoreOwnerConfig>

/** How to connect as the owner of the tables. */
export function ownerOf({ store, owner }: { store: StoreConfig; owner: StoreOwnerConfig }): StoreConfig {
  if (owner.url === undefined) return store
  const { poolSize } = store
  return { url: owner.url, poolSize, ...(owner.password && { password: owner.password }) }
}
