import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import type { Database } from './database.ts'
import type { StoreConfig } from './store-config.ts'

export interface Store {
  db: Kysely<Database>
  /** The current time of the database clock, so that expiry happens at the same instant for every copy of a service. */
  now(): RawBuilder<Date>
  close(): Promise<void>
}

export interface StoreOptions {
  /** Shifts `now`, to prove what happens hours later. Not reachable from any setting. */
  clockOffsetSeconds?: () => number
}

const statementTimeoutMs = 15_000
const connectTimeoutMs = 5_000

/** Keep a date as text (the driver would make it local midnight). Parse bigint as a number: ours are counts and fit. */
const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.DATE, (text: string) => text)
parsers.setTypeParser(types.builtins.INT8, Number)

/** A pool of connections to PostgreSQL. It connects on the first query. */
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
    // The server cannot report its timeout when the network is cut, so the client has one of its own.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool has already dropped the broken idle connection. Without a listener the error would end the process,
  // although the next query only needs a new connection.
  pool.on('error', () => {})
  // The same for a connection that breaks between two queries while it is checked out, for example by a leader: the
  // next query fails.
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
