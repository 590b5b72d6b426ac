import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** Table sizes and the last state of the exports, without any data of operators or probes. */
export async function readStoreFacts({ db }: Store): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, n_live_tup::float8 as rows, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables order by relname
  `.execute(db)
  const generations = await db
    .selectFrom('generation')
    .select(['number', 'day', 'opened_at', 'sealed_at', 'removed_at'])
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
  const logEpochs = await db.selectFrom('log_epoch').selectAll().orderBy('epoch', 'desc').limit(100).execute()
  const exports = await db.selectFrom('export_state').select(['export_id', 'state']).execute()
  const metrics = await db.selectFrom('metrics_export_state').select('state').execute()
  return { tables: tables.rows, generations, logEpochs, exports, metrics }
}
