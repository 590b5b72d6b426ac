import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../../stack/stack.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { ALL_INDEXES } from '../../harness/judge.ts'
import type { Report } from '../../harness/report.ts'
import { createEventGroup, type PartitionLag } from './event-group.ts'
import { patient } from '../../harness/burners.ts'

const LOOK_MS = 500
/** The indexers are stuck when the sum of their positions has not grown for this long. */
const STUCK_AFTER_MS = 180_000
const AT_MOST_MS = 30 * 60_000
const SEARCHABLE_WITHIN_MS = 60_000

export interface Settled {
  /** Until every partition was committed to its end. */
  lagSeconds: number
  /** From then until the API counted every event. */
  searchSeconds: number
  seconds: number
  isCaughtUp: boolean
  isSearchable: boolean
}

/**
 * Waits until the indexers have committed every partition to its end, as long as they make progress; then until this
 * many events are searchable. A slow machine takes longer but does not fail.
 */
export async function settleByLag(stack: Stack, api: ApiClient, events: number, report: Report): Promise<Settled> {
  const startedAt = Date.now()
  const isCaughtUp = await untilCommitted(stack)
  const lagSeconds = (Date.now() - startedAt) / 1_000
  const committedAt = Date.now()
  const isSearchable = await untilCounted(api, events)
  const searchSeconds = (Date.now() - committedAt) / 1_000
  report.step(
    `${isCaughtUp ? 'committed to the end' : 'NOT committed to the end'} after ${lagSeconds.toFixed(1)} s, ` +
      `${isSearchable ? 'searchable' : 'NOT searchable'} ${searchSeconds.toFixed(1)} s later`,
  )
  return { lagSeconds, searchSeconds, seconds: lagSeconds + searchSeconds, isCaughtUp, isSearchable }
}

async function untilCommitted(stack: Stack): Promise<boolean> {
  const group = createEventGroup(stack)
  const startedAt = Date.now()
  let [highest, movedAt] = [-1, startedAt]
  try {
    while (Date.now() - movedAt < STUCK_AFTER_MS && Date.now() - startedAt < AT_MOST_MS) {
      // Keep waiting while a broker is down, until the time is over.
      const lags = await group.lags().catch((): PartitionLag[] => [])
      if (lags.length > 0 && lags.every(({ lag }) => lag === 0)) return true
      const total = lags.reduce((sum, { committed }) => sum + committed, 0)
      if (total > highest) [highest, movedAt] = [total, Date.now()]
      await sleep(LOOK_MS)
    }
    return false
  } finally {
    await group.close()
  }
}

async function untilCounted(api: ApiClient, events: number): Promise<boolean> {
  const startedAt = Date.now()
  do {
    if ((await api.count(ALL_INDEXES).catch(() => 0)) >= events) return true
    await sleep(250)
  } while (Date.now() - startedAt < patient(SEARCHABLE_WITHIN_MS))
  return false
}
