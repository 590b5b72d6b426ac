import { SecretType } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'

/** How to reach PostgreSQL. It holds all state that services share and that must outlive the other servers. */
export const StoreConfig = Type.Object({
  url: Type.String({
    env: 'STORE_URL',
    pattern: '^postgres(ql)?://',
    description:
      'PostgreSQL, in the form postgres://user@host:port/database. TLS, needed for a server elsewhere: add ?sslmode=verify-full&sslrootcert=/path/ca.pem. Peer authentication by a Unix socket: postgres://user@localhost/database?host=/run/postgresql. {service} in the user gives each service its own.',
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
        'PostgreSQL as the user that owns the tables, for `watchpost init` and `watchpost audit archive`. The users of WATCHPOST_STORE_URL then get the privileges that their service needs and no more: none of them can change or delete audit rows. If not set, the user of WATCHPOST_STORE_URL owns the tables.',
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
