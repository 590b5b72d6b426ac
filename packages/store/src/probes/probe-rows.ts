import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { isLive } from './certificate-life.ts'

/** Adding and changing are rare; one at a time spares every race between their checks and their writes. */
export async function lockProbes(trx: Transaction<Database>): Promise<void> {
  await sql`lock table probe in share row exclusive mode`.execute(trx)
}

/** Holds one probe as it is until the end of the transaction; false when there is none. Taken before its codes and certificates. */
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

/** The same for many, in key order to avoid deadlocks; answers the numbers of those that are there. */
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

/** Whatever the case of its letters: names are those of the DNS. */
export function findLiveByName(trx: Transaction<Database>, fqdn: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('probe')
    .select('id')
    .where(sql`lower(fqdn)`, '=', sql`lower(${fqdn})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The number of one that was deleted is taken too, since stored events carry it. */
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

/** A number that was given by hand must not come up again when one is asked for. */
async function skipNumbersInUse(trx: Transaction<Database>): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('probe', 'id'), (select max(id) from probe))`.execute(trx)
}
