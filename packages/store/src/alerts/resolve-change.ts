import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { changedState, type MarkChange, unchangedState } from './alert-mark.ts'
import { findAssignee } from './assignee-store.ts'
import { MOST_TAGS } from './mark-rows.ts'

export type ChangeRefusal = 'too-many-tags' | 'unknown-assignee'

/** The change with the name of its assignee as the account has it, or why no alert can be changed so. */
export async function resolveChange(
  trx: Transaction<Database>,
  wanted: MarkChange,
): Promise<MarkChange | ChangeRefusal> {
  const assignee = wanted.assignee ? await findAssignee(trx, wanted.assignee) : wanted.assignee
  if (wanted.assignee && assignee === undefined) return 'unknown-assignee'
  const change: MarkChange = { ...wanted, ...(assignee !== undefined && { assignee }) }
  return changedState(unchangedState, change).tags.length > MOST_TAGS ? 'too-many-tags' : change
}
