import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { isLive } from './certificate-life.ts'

/** Changes are rare. Serialise them to avoid races between checks and writes. */
export async function lockProbes(trx: Transaction<Database>): Promise<void> {
  await sql`lock table probe in share row exclusive mode`.execute(trx)
}

/**
 * Locks one probe until the end of the transaction; false if it does not exist. Lock it before its codes and
 * certificates.
 */
export async function lockProbe(trx: Transaction<Database>, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('probe')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The same for many, in key order to avoid deadlocks; returns the ids of those that exist. */
export async function lockProbesInOrder(trx: Transaction<Database>, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('probe')
    .select('id')
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the probe of this row has a certificate that is neither ended nor expired. */
export function isPaired(now: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from probe_certificate where probe_id = probe.id and ${isLive(now)})`
}

/** Case-insensitive, as in the DNS. */
export function findLiveByName(trx: Transaction<Database>, fqdn: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('probe')
    .select('id')
    .where(sql`lower(fqdn)`, '=', sql`lower(${fqdn})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The id of a deleted probe is taken too, because stored events contain it. */
export async function insertProbe(
  trx: Transaction<Database>,
  { id, fqdn, eventsPerSecond = null }: { id?: number | undefined; fqdn: string; eventsPerSecond?: number | null },
): Promise<{ id: number } | 'id-taken'> {
  const inserted = await trx
    .insertInto('probe')
    .values({ id, fqdn, events_per_second: eventsPerSecond })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return 'id-taken'
  if (id !== undefined) await skipNumbersInUse(trx)
  return inserted
}

/** The sequence must skip ids that were given by hand. */
async function skipNumbersInUse(trx: Transaction<Database>): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('probe', 'id'), (select max(id) from probe))`.execute(trx)
}
