import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type AccessEntry, collectAction } from './access-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AccessResult, Database } from '../database/database.ts'
import { instantText } from '../database/instant-text.ts'

/** Filters of an audit listing. An omitted field does not filter. */
export interface AuditFilter {
  kind?: AuditKind
  from?: Date
  /** Exclusive. */
  to?: Date
  username?: string
  action?: string
  object?: string
  address?: string
  result?: AccessResult
  /** Substring of any field, case-insensitive. */
  text?: string
}

/** `change`: a chained audit row. `access`: a read access or rejected request, stored in a batch. */
export type AuditKind = 'change' | 'access'

/** The position of an entry in the listing, newest first. */
export interface AuditPosition {
  kind: AuditKind
  /** ISO 8601 in UTC with microseconds. */
  at: string
  /** For a change its id; for an access the batch and the index in it. */
  key: [number, number]
}

/** A change has no status, but `before` and `after`. */
export interface AuditListEntry extends AuditPosition, Omit<AccessEntry, 'at' | 'status'> {
  status: number | null
  before: unknown
  after: unknown
}

export interface AuditPage {
  entries: AuditListEntry[]
  /** Where the next page starts; null at the end. A page may be short or empty although more pages follow. */
  next: AuditPosition | null
}

/** Most rows of each kind that one page scans. It bounds the time of a page whatever the filters. */
const LOOKED_AT = 5_000

export type AuditListStore = ReturnType<typeof createAuditListStore>

/** The audit listing for users: filtered, newest first, paged. */
export function createAuditListStore({ db }: Store) {
  return {
    /** Both kinds, merged. Both are read in one snapshot, so that pages neither repeat nor skip an entry. */
    list(filter: AuditFilter, after: AuditPosition | null, limit: number): Promise<AuditPage> {
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const wanted = (['change', 'access'] as const).filter((kind) => isWanted(kind, filter))
          const stretches = await Promise.all(wanted.map((kind) => look(trx, kind, { filter, after, limit })))
          return merge(stretches, limit)
        })
    },
  }
}

interface Stretch {
  entries: AuditListEntry[]
  /** The last scanned row, if more follow. */
  horizon: AuditPosition | null
}

function merge(stretches: readonly Stretch[], limit: number): AuditPage {
  const horizon =
    stretches
      .flatMap((each) => each.horizon ?? [])
      .toSorted(newestFirst)
      .at(0) ?? null
  // Rows after the nearest horizon are incomplete: one of the kinds was not scanned that far.
  const known = stretches
    .flatMap(({ entries }) => entries)
    .toSorted(newestFirst)
    .filter((entry) => horizon === null || newestFirst(entry, horizon) <= 0)
  const entries = known.slice(0, limit)
  const last = entries.at(-1)
  const next = known.length > limit && last ? { kind: last.kind, at: last.at, key: last.key } : horizon
  return { entries, next }
}

const ranks: Record<AuditKind, number> = { access: 0, change: 1 }

function newestFirst(one: AuditPosition, other: AuditPosition): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return ranks[other.kind] - ranks[one.kind] || other.key[0] - one.key[0] || other.key[1] - one.key[1]
}

/** Only successful changes are stored, so the result of a change is always `ok`. */
function isWanted(kind: AuditKind, { kind: only, result }: AuditFilter): boolean {
  return (only === undefined || only === kind) && (kind === 'access' || result === undefined || result === 'ok')
}

interface Look {
  filter: AuditFilter
  after: AuditPosition | null
  limit: number
}

async function look(trx: Kysely<Database>, kind: AuditKind, { filter, after, limit }: Look): Promise<Stretch> {
  const { table, key, columns, searched } = sources[kind]
  const order = sql`order by at desc, ${sql.join(key.map((name) => sql`${sql.ref(name)} desc`))}`
  const [driving, ...others] = equalities(filter)
  const inner = [
    ...(kind === 'change' ? [sql`action <> ${collectAction}`] : []),
    ...(driving ? [driving] : []),
    ...(filter.from ? [sql`at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`at < ${filter.to}`] : []),
    ...(after ? [behind(kind, after)] : []),
    sql`true`,
  ]
  const outer = [
    ...others,
    ...(kind === 'access' && filter.result ? [sql`result = ${filter.result}`] : []),
    ...(filter.text ? [sql`${searched} ilike ${`%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`}`] : []),
    sql`true`,
  ]
  // One condition uses an index, the others filter while scanning, up to a fixed number of rows.
  const led = sql`from ${sql.table(table)} where ${sql.join(inner, sql` and `)} ${order}`
  const { rows: entries } = await sql<AuditListEntry>`
    select ${columns} from (select * ${led} limit ${LOOKED_AT}) looked_at
    where ${sql.join(outer, sql` and `)} ${order} limit ${limit + 1}
  `.execute(trx)
  if (entries.length > limit) return { entries, horizon: null }
  const { rows: furthest } = await sql<{ at: string; key: [number, number] }>`
    select ${instantText('at')} as at, ${sources[kind].position} as key
    from (select at, ${sql.join(key.map((name) => sql.ref(name)))} ${led} offset ${LOOKED_AT - 1} limit 1) furthest
  `.execute(trx)
  const [horizon] = furthest
  return { entries, horizon: horizon ? { kind, ...horizon } : null }
}

/** Most selective first: the first one chooses the index. */
function equalities({ object, address, username, action }: AuditFilter): RawBuilder<unknown>[] {
  const given = { object, address, username, action }
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
  )
}

function behind(kind: AuditKind, { kind: other, at, key }: AuditPosition): RawBuilder<unknown> {
  if (kind === other) {
    const names = sources[kind].key
    const values = key.slice(0, names.length).map((value) => sql`${value}::bigint`)
    return sql`(at, ${sql.join(names.map((name) => sql.ref(name)))}) < (${at}::timestamptz, ${sql.join(values)})`
  }
  return ranks[kind] < ranks[other] ? sql`at <= ${at}::timestamptz` : sql`at < ${at}::timestamptz`
}

const shared = sql`
  account_id as "accountId", username, via, credential_prefix as "credentialPrefix", address, request_id as "requestId",
  action, object
`

const sources = {
  change: {
    table: 'audit',
    key: ['id'],
    position: sql`json_build_array(id, 0)`,
    columns: sql`
      'change' as kind, ${instantText('at')} as at, json_build_array(id, 0) as key, ${shared}, 'ok' as result,
      null::integer as status, null::text as detail, before, after
    `,
    searched: sql`concat_ws(' ', username, address, request_id, action, object, before, after)`,
  },
  access: {
    table: 'audit_access',
    key: ['batch', 'position'],
    position: sql`json_build_array(batch, position)`,
    columns: sql`
      'access' as kind, ${instantText('at')} as at, json_build_array(batch, position) as key, ${shared}, result, status,
      detail, null::jsonb as before, null::jsonb as after
    `,
    searched: sql`concat_ws(' ', username, address, request_id, action, object, detail)`,
  },
}
