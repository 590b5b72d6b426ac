import { type AlertHistoryEntry, type AlertHistoryParameters, historyLimits } from '@watchpost/contract'
import type { Asking, ListedAlert } from '@watchpost/engine'
import type { AlertHistoryEntry as StoredEntry, HistoryPage } from '@watchpost/store'
import type { CallerAsking, Searching } from '../../queues/searching.ts'
import { type Page, pageOf } from '../../http/answer/pages.ts'
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
  searching: Searching
}

export type HistoryService = ReturnType<typeof createHistoryService>

export function createHistoryService({ index, history, assignees, searching }: HistoryPorts) {
  const ask = createAsk(searching)

  return {
    /** What analysts changed of an alert, newest first. */
    async list(id: string, parameters: AlertHistoryParameters, asking: CallerAsking): Promise<Page<AlertHistoryEntry>> {
      const { limit = historyLimits.usual, before } = parameters
      const [alert] = await ask('cheap', asking, () =>
        index.named([id].filter(isAlertUuid), [id].filter(isAlertId), asking),
      )
      if (!alert) throw alertNotFound(id)
      const entries = await history.read(alert.uuid, { limit: limit + 1, ...(before !== undefined && { before }) })
      return pageOf(entries, limit, {
        view: historyView,
        nextAfter: ({ id: last }) => `${alertAddress(alert.uuid)}/history?limit=${limit}&before=${last}`,
      })
    },

    /** The names of the users that alerts can be assigned to. */
    assignees: () => assignees.list(),
  }
}
