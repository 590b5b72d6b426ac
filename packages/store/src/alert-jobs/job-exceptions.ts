import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JobException } from './alert-job.ts'

/** Lists alerts that a job or its undo left alone. */
export async function addExceptions(
  trx: Transaction<Database>,
  { jobId, isUndo }: { jobId: number; isUndo: boolean },
  exceptions: readonly JobException[],
): Promise<void> {
  if (exceptions.length === 0) return
  await trx
    .insertInto('alert_job_exception')
    .values(exceptions.map(({ uuid, reason }) => ({ job_id: jobId, is_undo: isUndo, uuid, reason })))
    .execute()
}
