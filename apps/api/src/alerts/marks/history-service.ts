import { type AlertHistoryEntry, type AlertHistoryParameters, historyLimits } from '@watchpost/contract'
import type { Asking, ListedAlert } from '@watchpost/engine'
import type { AlertHistoryEntry as StoredEntry, HistoryPage } from '@watchpost/store'
import type { BoundedQueue } from '../../bounded-queue.ts'
import { isAlertId, isAlertUuid } from '../alert-names.ts'
import { alertAddress } from '../alert-row.ts'
import { alertNotFound } from '../alert-service.ts'
import { createAsk } from '../engine-failure.ts'
import { historyView } from './mark-view.ts'

/** Dependencies of the history of alerts. */
export interface HistoryPorts {
  index: {
    named(uuids: readonly string[], instants: readonly string[], asking: Asking): Promise<ListedAlert[]>
  }
  history: { read(uuid: string, page: HistoryPage): Promise<StoredEntry[]> }
  assignees: { list(): Promise<string[]> }
  searching: BoundedQueue
}

export interface HistoryList {
  rows: AlertHistoryEntry[]
  /** The URL of the next page. */
  next?: string
}

export type HistoryService = ReturnType<typeof createHistoryService>

export function createHistoryService({ index, history, assignees, searching }: HistoryPorts) {
  const ask = createAsk(searching)

  return {
    /** What analysts changed of an alert, newest first. */
    async list(id: string, parameters: AlertHistoryParameters, asking: Asking): Promise<HistoryList> {
      const { limit = historyLimits.usual, before } = parameters
      const [alert] = await ask(asking, () => index.named([id].filter(isAlertUuid), [id].filter(isAlertId), asking))
      if (!alert) throw alertNotFound(id)
      // One more than requested shows whether there is a next page.
      const entries = await history.read(alert.uuid, { limit: limit + 1, ...(before !== undefined && { before }) })
      const shown = entries.slice(0, limit)
      const last = entries.length > limit ? shown.at(-1) : undefined
      return {
        rows: shown.map(historyView),
        ...(last && { next: `${alertAddress(alert.uuid)}/history?limit=${limit}&before=${last.id}` }),
      }
    },

    /** The names of the users that alerts can be assigned to. */
    assignees: () => assignees.list(),
  }
}
