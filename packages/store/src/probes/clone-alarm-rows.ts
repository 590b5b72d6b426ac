import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CloneReason } from './clone-signs.ts'

/** A sign that a probe was cloned, until an administrator has cleared it. */
export interface CloneAlarm {
  reason: CloneReason
  raisedAt: Date
  lastAt: Date
  /** The newest first. */
  networks: string[]
  /** Fingerprints, hexadecimal. */
  certificates: string[]
}

/** The alarms that stand, by probe; of all probes unless some are named. */
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

/** Removes the alarms of a probe; what it did until now raises none. */
export async function forgetAlarms(trx: Transaction<Database>, now: RawBuilder<Date>, probeId: number): Promise<void> {
  await trx.deleteFrom('probe_clone_alarm').where('probe_id', '=', probeId).execute()
  await trx
    .insertInto('probe_clone_clearance')
    .values({ probe_id: probeId, cleared_at: now })
    .onConflict((conflict) => conflict.column('probe_id').doUpdateSet({ cleared_at: now }))
    .execute()
}
