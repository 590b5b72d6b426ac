import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** How often the timestamp of a probe's events was replaced by their arrival time. */
export interface ClockCorrections {
  aheadEvents: number
  oldEvents: number
  /** The original timestamp of the last corrected event, as the probe sent it. */
  lastClaimed: string
  /** When the last corrected event arrived. */
  lastReceived: Date
}

export type ProbeClockStore = ReturnType<typeof createProbeClockStore>

export function createProbeClockStore({ db }: Store) {
  const rows = () =>
    db
      .selectFrom('probe_clock')
      .select(['ahead_events as aheadEvents', 'old_events as oldEvents'])
      .select(['last_claimed as lastClaimed', 'last_received as lastReceived'])

  return {
    /** Adds corrections, at most one entry per probe. Skips unknown and deleted probes. */
    async add(corrections: readonly (ClockCorrections & { probeId: number })[]): Promise<void> {
      if (corrections.length === 0) return
      // Lock rows in key order to avoid deadlocks between indexers.
      const sorted = corrections.toSorted((one, other) => one.probeId - other.probeId)
      await sql`
        insert into probe_clock as known (probe_id, ahead_events, old_events, last_claimed, last_received)
        select probe.id, new.ahead, new.old, new.claimed, new.received
        from unnest(
          ${sorted.map((each) => each.probeId)}::int[],
          ${sorted.map((each) => each.aheadEvents)}::bigint[],
          ${sorted.map((each) => each.oldEvents)}::bigint[],
          ${sorted.map((each) => each.lastClaimed)}::text[],
          ${sorted.map((each) => each.lastReceived)}::timestamptz[]
        ) as new (probe, ahead, old, claimed, received)
        join probe on probe.id = new.probe and probe.deleted_at is null
        order by probe.id
        on conflict (probe_id) do update set
          ahead_events = known.ahead_events + excluded.ahead_events,
          old_events = known.old_events + excluded.old_events,
          last_claimed = case when excluded.last_received >= known.last_received
            then excluded.last_claimed else known.last_claimed end,
          last_received = greatest(known.last_received, excluded.last_received)
      `.execute(db)
    },

    /** By probe. Probes without corrections are omitted. */
    async list(): Promise<Map<number, ClockCorrections>> {
      const all = await rows().select('probe_id').execute()
      return new Map(all.map(({ probe_id, ...corrections }) => [probe_id, corrections]))
    },

    async find(probeId: number): Promise<ClockCorrections | 'absent'> {
      return (await rows().where('probe_id', '=', probeId).executeTakeFirst()) ?? 'absent'
    },
  }
}
