import { createHash } from 'node:crypto'
import type { Store } from '@watchpost/store'
import { sql } from 'kysely'

interface Row {
  id: number
  at: string
  account_id: number | null
  username: string
  via: string
  credential_prefix: string | null
  address: string
  request_id: string
  action: string
  object: string
  before: string | null
  after: string | null
  hash: Buffer
}

/**
 * Verifies the chain from its start as ADR 0020 describes it, column by column: SHA-256 over the previous hash and the
 * row as JSON. It shares no code with the writer or the verifier. Returns the first row that does not fit.
 */
export async function firstWrongRow({ db }: Store): Promise<{ rows: number; wrong: number | undefined }> {
  let last: Buffer = Buffer.alloc(32)
  let id = 0
  for (;;) {
    const { rows } = await sql<Row>`
      select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, account_id, username, via,
        credential_prefix, address, request_id, action, object, before::text as before, after::text as after, hash
      from audit where id > ${id} order by id limit 5000
    `.execute(db)
    if (rows.length === 0) return { rows: id, wrong: undefined }
    for (const row of rows) {
      last = createHash('sha256').update(last).update(lineOf(row)).digest()
      if (row.id !== id + 1 || !row.hash.equals(last)) return { rows: id, wrong: id + 1 }
      id = row.id
    }
  }
}

function lineOf({ hash: _hash, before, after, ...plain }: Row): string {
  const head = JSON.stringify(plain)
  return `${head.slice(0, -1)},"before":${before ?? 'null'},"after":${after ?? 'null'}}`
}
