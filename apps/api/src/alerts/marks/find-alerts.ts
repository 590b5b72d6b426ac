import { AppError } from '@watchpost/contract'
import type { Asking, ListedAlert } from '@watchpost/engine'
import type { MarkableAlert } from '@watchpost/store'
import type { CallerAsking, Searching } from '../../queues/searching.ts'
import { isAlertId, isAlertUuid } from '../alert-names.ts'
import { createAsk } from '../engine-failure.ts'

/** Dependencies of finding alerts by name. */
export interface FindAlertsPorts {
  index: {
    named(uuids: readonly string[], instants: readonly string[], asking: Asking): Promise<ListedAlert[]>
  }
  searching: Searching
}

/** Finds the alerts with these uuids or ids. Rejects names that do not exist, each with its place. */
export function createFindAlerts({ index, searching }: FindAlertsPorts) {
  const ask = createAsk(searching)

  return async (ids: readonly string[], asking: CallerAsking): Promise<MarkableAlert[]> => {
    const uuids = ids.filter(isAlertUuid)
    const instants = ids.filter(isAlertId)
    const found = await ask('cheap', asking, () => index.named(uuids, instants, asking))
    const known = new Set(found.flatMap((each) => [each.uuid, each['@timestamp']]))
    const errors = ids.flatMap((id, at) =>
      known.has(id) ? [] : [{ pointer: `#/ids/${at}`, detail: 'There is no such alert.' }],
    )
    if (errors.length > 0) throw new AppError('alert-not-found', `${errors.length} of them do not exist.`, { errors })
    return found.map(markable)
  }
}

function markable(alert: ListedAlert): MarkableAlert {
  return {
    uuid: alert.uuid,
    atMs: Date.parse(alert['@timestamp']),
    receivedAt: new Date(alert.timestamp_received),
  }
}
