import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import { isPaired, lockProbe } from './probe-rows.ts'
import { forgetAlarms, listAlarms } from './clone-alarm-rows.ts'
import type { CloneSign } from './clone-signs.ts'

export type CloneAlarmStore = ReturnType<typeof createCloneAlarmStore>

/** Alarms that a probe may have been cloned. Raising and clearing are audited. */
export function createCloneAlarmStore(store: Store) {
  const { db, now } = store
  return {
    /** Raises an alarm, or updates the open one. */
    async raise(sign: CloneSign, origin: AuditOrigin): Promise<'raised' | 'known' | 'absent'> {
      const { probeId, reason, networks, certificates } = sign
      const known = await db
        .updateTable('probe_clone_alarm')
        .set({ last_at: now(), networks, certificates })
        .where('probe_id', '=', probeId)
        .where('reason', '=', reason)
        .returning('probe_id')
        .executeTakeFirst()
      if (known) return 'known'
      return auditedChange<'raised' | 'known' | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, probeId))) return { result: 'absent', audit: [] }
        const raised = await trx
          .insertInto('probe_clone_alarm')
          .values({ probe_id: probeId, reason, raised_at: now(), last_at: now(), networks, certificates })
          .onConflict((conflict) => conflict.doNothing())
          .returning('probe_id')
          .executeTakeFirst()
        if (!raised) return { result: 'known', audit: [] }
        const after = { reason, networks, certificates }
        const audit = { action: 'probe.clone-alarm', object: `probe/${probeId}`, before: null, after }
        return { result: 'raised', audit }
      })
    },

    /**
     * Clears the alarms of a probe: uses until now raise none. With `expectsNetworks`, the networks of the last hour
     * count as one network from now on.
     */
    clear(
      probeId: number,
      { expectsNetworks }: { expectsNetworks: boolean },
      origin: AuditOrigin,
    ): Promise<'cleared' | 'absent'> {
      return auditedChange<'cleared' | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, probeId))) return { result: 'absent', audit: [] }
        const alarms = (await listAlarms(trx, [probeId])).get(probeId) ?? []
        if (alarms.length === 0) return { result: 'cleared', audit: [] }
        if (expectsNetworks) {
          const networks = alarms.flatMap((alarm) => alarm.networks)
          await sql`
            update probe_network set is_expected = true
            where probe_id = ${probeId} and network = any(${networks}::cidr[])
          `.execute(trx)
        }
        await forgetAlarms(trx, now(), probeId)
        const before = alarms.map(({ reason, raisedAt, networks }) => ({ reason, raised_at: raisedAt, networks }))
        const after = { expects_networks: expectsNetworks }
        const audit = { action: 'probe.clone-clear', object: `probe/${probeId}`, before, after }
        return { result: 'cleared', audit }
      })
    },

    /** The number of alarmed probes that can still connect. */
    async count(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from probe
        where deleted_at is null and exists (select from probe_clone_alarm where probe_id = probe.id)
          and ${isPaired(now())}
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}
