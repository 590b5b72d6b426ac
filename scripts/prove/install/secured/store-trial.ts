import { readFileSync } from 'node:fs'
import { errorCode, type ServiceName } from '@watchpost/runtime'
import type { Login } from '@watchpost/servers'
import { connectStore, type Store } from '@watchpost/store'
import { sql } from 'kysely'
import type { Stack } from '../../../stack/stack.ts'
import { type StoreOperation, storeOperations } from './store-operations.ts'

const REFUSED = '42501'
/** A refusal for lack of a privilege, or of ownership. Our triggers have the same code and other messages. */
const UNPRIVILEGED = /^(permission denied|must be owner)/

class RolledBack extends Error {}

/** The operations that a service may not do. */
export function forbiddenInStore(service: ServiceName): StoreOperation[] {
  return storeOperations.filter(({ allowed }) => !allowed.includes(service))
}

/** How to connect as a user. */
export function storeUrl({ state }: Stack, { name, passwordFile }: Login, query = ''): string {
  const password = readFileSync(passwordFile, 'utf8').trim()
  return `postgres://${name}:${password}@127.0.0.1:${state.config.postgresPort}/watchpost${query}`
}

/**
 * Tries each operation and rolls it back. Says `done`, `refused`, or the message of another error. An owner disables
 * triggers that guard the table.
 */
export async function tryInStore(
  url: string,
  operations: readonly StoreOperation[],
  { isOwner = false } = {},
): Promise<Map<string, string>> {
  const store = connectStore({ url, poolSize: 1 })
  const outcomes = new Map<string, string>()
  try {
    for (const operation of operations) outcomes.set(operation.sql, await tryOne(store, operation, isOwner))
  } finally {
    await store.close()
  }
  return outcomes
}

async function tryOne({ db }: Store, operation: StoreOperation, isOwner: boolean): Promise<string> {
  try {
    await db.transaction().execute(async (trx) => {
      const { guarded } = operation
      if (isOwner && guarded) await sql`alter table ${sql.table(guarded)} disable trigger user`.execute(trx)
      await sql.raw(operation.sql).execute(trx)
      throw new RolledBack()
    })
    return 'not rolled back'
  } catch (error) {
    if (error instanceof RolledBack) return 'done'
    const isRefused = errorCode(error) === REFUSED && UNPRIVILEGED.test((error as Error).message)
    return isRefused ? 'refused' : String(error)
  }
}

/** The tables whose privileges a grant of this user to everyone changes. PostgreSQL may warn instead of refusing it. */
export async function tablesItCanShare(url: string): Promise<string[]> {
  const store = connectStore({ url, poolSize: 1 })
  try {
    const before = await privilegesIn(store)
    for (const table of before.keys()) {
      await sql`grant all on ${sql.table(table)} to public`.execute(store.db).catch(() => undefined)
    }
    const after = await privilegesIn(store)
    return [...before.keys()].filter((table) => after.get(table) !== before.get(table))
  } finally {
    await store.close()
  }
}

async function privilegesIn({ db }: Store): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ relname: string; relacl: string | null }>`
    select relname, relacl::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`.execute(db)
  return new Map(rows.map(({ relname, relacl }) => [relname, relacl]))
}

/** How a connection attempt ends: `done`, or the message of the error. */
export async function tryToConnect(url: string): Promise<string> {
  const store = connectStore({ url, poolSize: 1 })
  try {
    await sql`select 1`.execute(store.db)
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await store.close()
  }
}
