import { randomBytes } from 'node:crypto'
import { Secret, type ServiceName } from '@watchpost/runtime'
import type { TestStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { grantToServices } from '../src/access/grant-to-services.ts'
import { connectStore, type Store } from '../src/database/connect-store.ts'

/** A store that connects as a database user with the privileges of these services. Drops the user on disposal. */
export async function aServiceUser(
  { store: owner, config }: TestStore,
  services: readonly ServiceName[],
): Promise<AsyncDisposable & { store: Store }> {
  const name = `user_${randomBytes(6).toString('hex')}`
  await sql`create role ${sql.id(name)} login password 'secret'`.execute(owner.db)
  await grantToServices(owner, new Map([[name, services]]))
  const url = new URL(config.url)
  url.username = name
  const store = connectStore({ url: url.href, password: new Secret('secret'), poolSize: 2 })
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close()
      await sql`drop owned by ${sql.id(name)}`.execute(owner.db)
      await sql`drop role ${sql.id(name)}`.execute(owner.db)
    },
  }
}
