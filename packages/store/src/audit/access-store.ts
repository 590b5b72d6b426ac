import { type RawBuilder, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from './audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AccessResult } from '../database/database.ts'

/** An audited read access or rejected request. */
export interface AccessEntry {
  /** Milliseconds since 1970. */
  at: number
  accountId: number | null
  username: string
  /** As in the audit of changes; `none` for an unauthenticated caller. */
  via: string
  credentialPrefix: string | null
  address: string
  requestId: string
  /** For example `event.search`. */
  action: string
  object: string
  result: AccessResult
  /** HTTP status of the response. */
  status: number
  /** The parsed request, or the reason why it was rejected. */
  detail: string | null
}

/** The action of the audit row that covers a batch of entries. */
export const collectAction = 'access.collect'

export type AccessStore = ReturnType<typeof createAccessStore>

/** Batches of access entries, each covered by a row of the audit. */
export function createAccessStore(store: Store) {
  return {
    /** Writes entries and the number of dropped ones in one transaction. */
    add(origin: AuditOrigin, entries: readonly AccessEntry[], lost: number): Promise<void> {
      return auditedChange(store, origin, async (trx) => {
        // Compute the root in the database, over the stored rows. Write the batch first: the audit row takes the lock
        // that other changes wait for.
        const { rows } = await sql<{ batch: number; root: string }>`
          with numbered as materialized (select nextval('audit_batch') as batch),
          added as (
            insert into audit_access
            select batch, position, to_timestamp(at / 1000), account_id, username, via, credential_prefix, address,
              request_id, action, object, result, status, detail
            from numbered, rows from (
              json_to_recordset(${JSON.stringify(entries.map(asRow))}::json) as (
                at float8, account_id integer, username text, via text, credential_prefix text, address text,
                request_id text, action text, object text, result text, status integer, detail text
              )
            ) with ordinality as entry (
              at, account_id, username, via, credential_prefix, address, request_id, action, object, result, status,
              detail, position
            )
            returning audit_access.*
          )
          select max(batch) as batch,
            encode(sha256(convert_to(coalesce(string_agg(${lineOf('added')}, E'\n' order by position), ''), 'UTF8')), 'hex') as root
          from added
        `.execute(trx)
        const [written] = rows
        if (!written) throw new Error('the entries were not written')
        const { batch, root } = written
        const after = { batch: batch ?? 0, count: entries.length, root, lost }
        const audit = { action: collectAction, object: `access/${after.batch}`, before: null, after }
        return { result: undefined, audit }
      })
    },
  }
}

/** Keys are column names, so that the database parses each entry once instead of once per field. */
function asRow({ accountId, credentialPrefix, requestId, ...rest }: AccessEntry) {
  return { ...rest, account_id: accountId, credential_prefix: credentialPrefix, request_id: requestId }
}

/** An entry as one line of JSON, in a canonical form. */
export const accessLine: RawBuilder<string> = lineOf('audit_access')

function lineOf(table: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<string>`(
    select row_to_json(line)::text from (
      select ${of('batch')}, ${of('position')},
        to_char(${of('at')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, ${of('account_id')},
        ${of('username')}, ${of('via')}, ${of('credential_prefix')}, ${of('address')}, ${of('request_id')},
        ${of('action')}, ${of('object')}, ${of('result')}, ${of('status')}, ${of('detail')}
    ) line
  )`
}
