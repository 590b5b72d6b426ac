import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import type { Database } from './database.ts'
import type { StoreConfig } from './store-config.ts'

export interface Store {
  db: Kysely<Database>
  /** The present, by the clock of the database: what ends does so for every copy of a role at the same instant. */
  now(): RawBuilder<Date>
  close(): Promise<void>
}

export interface StoreOptions {
  /** Moves `now`, for a proof of what happens hours later. No setting leads here. */
  clockOffsetSeconds?: () => number
}

const statementTimeoutMs = 15_000
const connectTimeoutMs = 5_000

/** A day stays a day (the driver would make it a local midnight), and a bigint of ours counts, so it fits a number. */
const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.DATE, (text: string) => text)
parsers.setTypeParser(types.builtins.INT8, Number)

/** A pool of connections to PostgreSQL. Nothing is connected before the first query. */
export function connectStore(config: StoreConfig, role?: string, { clockOffsetSeconds }: StoreOptions = {}): Store {
  const pool = new Pool({
    connectionString: withPassword(config),
    max: config.poolSize,
    types: parsers,
    application_name: role ? `watchpost-${role}` : 'watchpost',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server cannot tell us of its time-out when the way to it is cut: this one is our own.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool has already dropped the idle connection that broke. Without a listener the process would end,
  // although the next query only needs a new connection.
  pool.on('error', () => {})
  // The same for one that breaks while someone holds it between two queries, as a leader does: the next query tells.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const now = () =>
    clockOffsetSeconds ? sql<Date>`(now() + make_interval(secs => ${clockOffsetSeconds()}))` : sql<Date>`now()`
  return { db, now, close: () => db.destroy() }
}

/** The driver ignores a password given in addition to a URL, so it has to go into the URL. */
function withPassword({ url, password }: StoreConfig): string {
  if (!password) return url
  const full = new URL(url)
  full.password = encodeURIComponent(password.reveal())
  return full.href
}
