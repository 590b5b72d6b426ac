import { setTimeout as sleep } from 'node:timers/promises'
import type { DatasetMeta } from '../../../dataset/dataset-folder.ts'
import type { Caller } from '../site/api-callers.ts'

const WITHIN_MS = 120_000
const EVERY_MS = 500
const HOUR_MS = 3_600_000
/**
 * One hour of a month is a smaller share than this. Before the times are read, a quarter of the indexes may contain it.
 */
const SHARE = 0.1

/** Indexes with fewer documents are small and not divided. */
const MANY_DOCUMENTS = 1_000_000

/**
 * The expected cost of a search without matches, as a share of its worst case: documents outside the sample may match.
 */
const UNSAMPLED = 0.15

/** The API reads times and a sample of documents in the background and overestimates until then. */
export async function untilTimesAreRead(caller: Caller, { parameters, from, to }: DatasetMeta): Promise<void> {
  if (parameters.events < MANY_DOCUMENTS) return
  const middle = (Date.parse(from) + Date.parse(to)) / 2
  const estimate = (query: object) =>
    caller.costOf('network_events', JSON.stringify({ size: 0, query, aggs: { a: { cardinality: { field: 'uuid' } } } }))
  const costOf = async (gte: number, lte: number) =>
    (await estimate({ range: { '@timestamp': { gte, lte, format: 'epoch_millis' } } }))?.workMs ?? Infinity
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const [hour, all] = [await costOf(middle, middle + HOUR_MS), await costOf(Date.parse(from), Date.parse(to))]
    const { workMs = 0, expectedMs = Infinity } = (await estimate({ term: { event_type: 'nothing' } })) ?? {}
    if (hour < all * SHARE && expectedMs < workMs * UNSAMPLED) return
    if (Date.now() > until) {
      throw new Error(`an hour is still estimated at ${hour} of ${all} ms, or nothing at ${expectedMs} of ${workMs} ms`)
    }
    await sleep(EVERY_MS)
  }
}
