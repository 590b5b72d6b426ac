import { sql, type Transaction } from 'kysely'
import type { AlertState, StateChanges } from '../alerts/alert-mark.ts'
import type { Database } from '../database/database.ts'
import type { Freeze } from './alert-job.ts'

/** The changes of one alert after a freeze. */
export interface LaterChanges {
  /** The state that the alert had, given the one that it has now. */
  stateBefore(now: AlertState): AlertState
}

/**
 * No transaction that changes alerts takes longer. Older changes were visible at the freeze, also in a database whose
 * transaction numbers start again after a restore.
 */
export const longestChangeMs = 300_000

/** The alerts that were changed after a freeze, or by transactions that were not committed then. */
export async function changesSince(
  trx: Transaction<Database>,
  { snapshot, atMs }: Freeze,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, LaterChanges>> {
  if (uuids.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; changes: StateChanges }>`
    select uuid, changes from alert_history
    where uuid = any(${uuids}::text[])
      and changed_at > ${new Date(atMs - longestChangeMs)}
      and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)
    order by id desc
  `.execute(trx)
  const byUuid = Map.groupBy(rows, ({ uuid }) => uuid)
  return new Map(
    [...byUuid].map(([uuid, later]) => [
      uuid,
      { stateBefore: (now) => later.reduce((state, { changes }) => undone(state, changes), now) },
    ]),
  )
}

/** The state before these changes. */
export function undone(state: AlertState, changes: StateChanges): AlertState {
  const before = Object.entries(changes).map(([field, { from }]) => [field, from])
  return { ...state, ...Object.fromEntries(before) }
}
