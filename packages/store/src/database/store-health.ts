import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** What PostgreSQL reports about itself. */
export interface StoreHealth {
  /** For example 150018. */
  version: number
  /** Migrations of this release that the database lacks. */
  pending: string[]
  connections: number
  maxConnections: number
  /** How far the clock of this process is ahead of the database clock. */
  clockOffsetSeconds: number
}

/** Reads the health of PostgreSQL. */
export async function readStoreHealth({ db }: Store, migrations: readonly string[]): Promise<StoreHealth> {
  const asked = Date.now()
  const { rows } = await sql<{ version: number; connections: number; most: number; at: number; has: boolean }>`
    select current_setting('server_version_num')::int as version,
           (select sum(numbackends)::int from pg_stat_database) as connections,
           current_setting('max_connections')::int as most,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
           to_regclass('kysely_migration') is not null as has
  `.execute(db)
  const answered = Date.now()
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  const applied = row.has ? await sql<{ name: string }>`select name from kysely_migration`.execute(db) : { rows: [] }
  const known = new Set(applied.rows.map(({ name }) => name))
  return {
    version: row.version,
    pending: migrations.filter((name) => !known.has(name)),
    connections: row.connections,
    maxConnections: row.most,
    clockOffsetSeconds: ((asked + answered) / 2 - row.at) / 1_000,
  }
}
