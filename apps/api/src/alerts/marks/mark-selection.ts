import { AppError } from '@watchpost/contract'
import type { AlertFilter, MarkConditions } from '@watchpost/engine'
import type { PendingRange, PendingState } from '@watchpost/store'
import { isFilter, isWanted } from './mark-filter.ts'

export interface MarkSelectionPorts {
  /** Alerts whose marks the engine may not have yet. */
  outbox: { within(range: PendingRange): Promise<PendingState[]> }
}

/** Pending alerts that one request to the engine can name. */
const MOST_PENDING = 65_536

/**
 * Adds the filter by marks to a filter of the engine. The engine has a copy of the marks, except for changes of the last
 * second or so, which are in the outbox of the store: those alerts are named, so that the answer is exact and users
 * find what they have just changed.
 */
export function createMarkSelection({ outbox }: MarkSelectionPorts) {
  return async (filter: AlertFilter, marking: MarkConditions): Promise<AlertFilter> => {
    if (!isFilter(marking)) return filter
    const pending = await outbox.within({ ...boundsOf(filter), limit: MOST_PENDING + 1 })
    if (pending.length > MOST_PENDING) throw new AppError('query-too-expensive', tooMany)
    const matching = pending.filter((state) => isWanted(marking, state))
    return { ...filter, mark: { ...marking, pending: { uuids: uuidsOf(pending), matching: uuidsOf(matching) } } }
  }
}

const tooMany = `More than ${MOST_PENDING} changes of alerts in this time range are still being copied to the search engine. Try again later, or choose a shorter time range.`

/** The time range of a filter. */
export function boundsOf({ from, to }: AlertFilter): Pick<PendingRange, 'fromMs' | 'toMs'> {
  return {
    ...(from !== undefined && { fromMs: Date.parse(from) }),
    ...(to !== undefined && { toMs: Date.parse(to) }),
  }
}

function uuidsOf(states: readonly PendingState[]): string[] {
  return states.map(({ uuid }) => uuid)
}
