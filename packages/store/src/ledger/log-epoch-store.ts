import { sql } from 'kysely'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Store } from '../database/connect-store.ts'
import { expireWaiting } from './ledger-store.ts'

/** One log in a sequence of logs, identified by its topic of events. */
export interface LogEpoch {
  epoch: number
  topicId: string
  /** There was no earlier log. */
  isFirst: boolean
  /** Its age, by the database clock. */
  ageMs: number
}

/** A new epoch, and the number of events of earlier logs that were received and never stored. */
export interface BegunEpoch extends LogEpoch {
  begun?: { lostEvents: number }
}

export type LogEpochStore = ReturnType<typeof createLogEpochStore>

export function createLogEpochStore(store: Store) {
  const { db } = store

  async function newest(of: Store['db'] = db): Promise<LogEpoch | undefined> {
    const { rows } = await sql<LogEpoch>`
      select epoch, topic_id::text as "topicId",
        not exists (select from log_epoch earlier where earlier.epoch < newest.epoch) as "isFirst",
        (extract(epoch from now() - begun_at) * 1000)::float8 as "ageMs"
      from log_epoch newest order by epoch desc limit 1
    `.execute(of)
    return rows[0]
  }

  return {
    newest: () => newest(),

    /**
     * The epoch of the current log. A topic other than that of the newest epoch starts a new one, exactly once even if
     * many processes notice. Events that were received and not stored are lost with the old log: the ledger counts them
     * as expired. If they are sent again and stored, they count as stored.
     */
    async learn(topicId: string): Promise<BegunEpoch> {
      const known = await newest()
      if (known?.topicId === topicId) return known
      return db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${advisoryLocks.logEpoch})`.execute(transaction)
        const current = await newest(transaction)
        if (current?.topicId === topicId) return current
        const { rows } = await sql<{ epoch: number }>`
          insert into log_epoch (epoch, topic_id)
          select greatest(coalesce(max(epoch), 0) + 1, extract(epoch from now())::bigint), ${topicId}::uuid from log_epoch
          returning epoch
        `.execute(transaction)
        const [row] = rows
        if (!row) throw new Error('the epoch of the log could not be written')
        const lostEvents = current ? await expireWaiting(store, transaction, sql`true`) : 0
        return { epoch: row.epoch, topicId, isFirst: !current, ageMs: 0, begun: { lostEvents } }
      })
    },
  }
}
