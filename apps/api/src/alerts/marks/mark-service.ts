import { type AlertMark, type AlertMarkChange, AppError } from '@watchpost/contract'
import type { Asking, ListedAlert } from '@watchpost/engine'
import type { AuditOrigin, MarkableAlert, MarkChange, MarkResult } from '@watchpost/store'
import type { BoundedQueue } from '../../bounded-queue.ts'
import { isAlertId, isAlertUuid } from '../alert-names.ts'
import { createAsk } from '../engine-failure.ts'
import { markView } from './mark-view.ts'

/** Dependencies of marking. Alerts must exist; each change is audited in the same transaction. */
export interface MarkPorts {
  index: {
    named(uuids: readonly string[], instants: readonly string[], asking: Asking): Promise<ListedAlert[]>
  }
  marks: {
    change(origin: AuditOrigin, alerts: readonly MarkableAlert[], wanted: MarkChange): Promise<MarkResult>
  }
  searching: BoundedQueue
}

export type MarkService = ReturnType<typeof createMarkService>

export function createMarkService({ index, marks, searching }: MarkPorts) {
  const ask = createAsk(searching)

  async function find(ids: readonly string[], asking: Asking): Promise<ListedAlert[]> {
    const uuids = ids.filter(isAlertUuid)
    const instants = ids.filter(isAlertId)
    const found = await ask(asking, () => index.named(uuids, instants, asking))
    const known = new Set(found.flatMap((each) => [each.uuid, each['@timestamp']]))
    const errors = ids.flatMap((id, at) =>
      known.has(id) ? [] : [{ pointer: `#/ids/${at}`, detail: 'There is no such alert.' }],
    )
    if (errors.length > 0) throw new AppError('alert-not-found', `${errors.length} of them do not exist.`, { errors })
    return found
  }

  /** Marks all of them, or none. */
  async function mark(origin: AuditOrigin, ids: readonly string[], wanted: AlertMarkChange, asking: Asking) {
    if (wanted.reason !== undefined && !wanted.verdict) throw refusal('reason', 'Allowed only with a verdict.')
    const alerts = await find(ids, asking)
    const { add_tags: addTags, remove_tags: removeTags, ...rest } = wanted
    const change = { ...rest, ...(addTags && { addTags }), ...(removeTags && { removeTags }) }
    const changed = await marks.change(origin, alerts.map(markable), change)
    if (changed === 'too-many-tags') throw new AppError('invalid-request', 'An alert has at most 20 tags.')
    if (changed === 'unknown-assignee') {
      throw refusal('assignee', 'Must be the name of an enabled user who may change alerts.')
    }
    return changed
  }

  return {
    async markOne(origin: AuditOrigin, id: string, wanted: AlertMarkChange, asking: Asking): Promise<AlertMark> {
      const changed = await mark(origin, [id], wanted, asking)
      return markView([...changed.values()][0])
    },

    async markMany(
      origin: AuditOrigin,
      ids: readonly string[],
      wanted: AlertMarkChange,
      asking: Asking,
    ): Promise<void> {
      await mark(origin, ids, wanted, asking)
    },
  }
}

function refusal(name: string, detail: string): AppError {
  return new AppError('invalid-request', undefined, { errors: [{ pointer: `#/${name}`, detail }] })
}

function markable(alert: ListedAlert): MarkableAlert {
  return {
    uuid: alert.uuid,
    atMs: Date.parse(alert['@timestamp']),
    receivedAt: new Date(alert.timestamp_received),
  }
}
