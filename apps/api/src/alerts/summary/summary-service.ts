import type { AlertSummary } from '@watchpost/contract'
import type { AlertSummary as Counted, Asking, SummaryRequest } from '@watchpost/engine'
import type { CallerAsking, Searching } from '../../queues/searching.ts'
import { countingQueue } from '../counting-queue.ts'
import { createAsk } from '../engine-failure.ts'
import { writeAsOf } from '../jobs/as-of.ts'
import type { FreezeNow } from '../jobs/freeze-now.ts'
import { createMarkSelection, type MarkSelectionPorts } from '../marks/mark-selection.ts'
import type { SummaryWish } from './read-summary.ts'

/** Dependencies of counting alerts. */
export interface SummaryPorts extends MarkSelectionPorts {
  freezeNow: FreezeNow
  summary: { summarise(request: SummaryRequest, asking: Asking): Promise<Counted> }
  searching: Searching
}

export type SummaryService = ReturnType<typeof createSummaryService>

export function createSummaryService({ summary, outbox, searching, freezeNow }: SummaryPorts) {
  const ask = createAsk(searching)
  const select = createMarkSelection({ outbox })

  return {
    /** Counts exactly the alerts that the listing with the same filters returns. */
    async summarise({ filter, marking, frozen, ...wish }: SummaryWish, asking: CallerAsking): Promise<AlertSummary> {
      const moment = frozen && (await freezeNow())
      const selected = await select({ ...filter, ...(moment && { before: moment.before }) }, marking)
      const { total, counts, buckets, top } = await ask(countingQueue(selected), asking, () =>
        summary.summarise({ ...wish, filter: selected }, asking),
      )
      return {
        total,
        by: wish.by,
        counts: withRest(counts, total),
        interval: wish.interval,
        buckets: buckets.map(({ startMs, count, counts: parts }) => ({
          start: new Date(startMs).toISOString(),
          count,
          counts: withRest(parts, count),
        })),
        top: Object.fromEntries(
          Object.entries(top).map(([field, { values, others, errorBound }]) => [
            field,
            { values, others, is_exact: errorBound === 0, error_bound: errorBound },
          ]),
        ),
        ...(moment && { as_of: writeAsOf({ ...moment, matching: total }, frozen) }),
      }
    },
  }
}

type Part = AlertSummary['counts'][number]

/** Alerts without a value are the rest of the total. */
function withRest(counts: readonly Part[], total: number): Part[] {
  const rest = total - counts.reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...counts, { value: null, count: rest }] : [...counts]
}
