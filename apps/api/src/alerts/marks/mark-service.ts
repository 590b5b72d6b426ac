import type { AlertMark, AlertMarkChange } from '@watchpost/contract'
import type { AuditOrigin, MarkableAlert, MarkChange, MarkResult } from '@watchpost/store'
import type { CallerAsking } from '../../queues/searching.ts'
import { createFindAlerts, type FindAlertsPorts } from './find-alerts.ts'
import { markChangeOf, markProblem } from './mark-change.ts'
import { markView } from './mark-view.ts'

/** Dependencies of marking. Alerts must exist; each change is audited in the same transaction. */
export interface MarkPorts extends FindAlertsPorts {
  marks: {
    change(origin: AuditOrigin, alerts: readonly MarkableAlert[], wanted: MarkChange): Promise<MarkResult>
  }
}

export type MarkService = ReturnType<typeof createMarkService>

export function createMarkService({ index, marks, searching }: MarkPorts) {
  const find = createFindAlerts({ index, searching })

  /** Marks all of them, or none. */
  async function mark(origin: AuditOrigin, ids: readonly string[], wanted: AlertMarkChange, asking: CallerAsking) {
    const change = markChangeOf(wanted)
    const changed = await marks.change(origin, await find(ids, asking), change)
    if (typeof changed === 'string') throw markProblem(changed)
    return changed
  }

  return {
    async markOne(origin: AuditOrigin, id: string, wanted: AlertMarkChange, asking: CallerAsking): Promise<AlertMark> {
      const changed = await mark(origin, [id], wanted, asking)
      return markView([...changed.values()][0])
    },

    async markMany(
      origin: AuditOrigin,
      ids: readonly string[],
      wanted: AlertMarkChange,
      asking: CallerAsking,
    ): Promise<void> {
      await mark(origin, ids, wanted, asking)
    },
  }
}
