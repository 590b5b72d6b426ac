import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CloneReason } from './clone-signs.ts'

/** A sign that a probe was cloned, until an administrator clears it. */
export interface CloneAlarm {
  reason: CloneReason
  raisedAt: Date
  lastAt: Date
  /** Newest first. */
  networks: string[]
  /** Fingerprints, hexadecimal. */
  certificates: string[]
}

/** Open alarms by probe; of all probes if `probeIds` is omitted. */
export async function listAlarms(
  db: Kysely<Database>,
  probeIds?: readonly number[],
): Promise<Map<number, CloneAlarm[]>> {
  const rows = await db
    .selectFrom('probe_clone_alarm')
    .select(['probe_id', 'reason', 'raised_at as raisedAt', 'last_at as lastAt', 'networks', 'certificates'])
    .$if(probeIds !== undefined, (query) => query.where('probe_id', 'in', [...(probeIds ?? [])]))
    .orderBy('probe_id')
    .orderBy('raised_at')
    .execute()
  const byProbe = new Map<number, CloneAlarm[]>()
  for (const { probe_id, ...alarm } of rows) byProbe.set(probe_id, [...(byProbe.get(probe_id) ?? []), alarm])
  return byProbe
}

/** Deletes the alarms of a probe. Its uses until now raise no new one. */
export async function forgetAlarms(trx: Transaction<Database>, now: RawBuilder<Date>, probeId: number): Promise<void> {
  await trx.deleteFrom('probe_clone_alarm').where('probe_id', '=', probeId).execute()
  await trx
    .insertInto('probe_clone_clearance')
    .values({ probe_id: probeId, cleared_at: now })
    .onConflict((conflict) => conflict.column('probe_id').doUpdateSet({ cleared_at: now }))
    .execute()
}
