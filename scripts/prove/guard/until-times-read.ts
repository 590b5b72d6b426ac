import { setTimeout as sleep } from 'node:timers/promises'
import type { DatasetMeta } from '../../dataset/dataset-folder.ts'
import type { Caller } from './api-callers.ts'

const WITHIN_MS = 120_000
const EVERY_MS = 500
const HOUR_MS = 3_600_000
/** An hour of a month is less than this share of it; before the times are read, a quarter of the indexes may hold it. */
const SHARE = 0.1

/** Indexes of fewer documents are small: there is nothing to divide. */
const MANY_DOCUMENTS = 1_000_000

/** The API reads in the background when documents happened; until then it estimates more than it has to. */
export async function untilTimesAreRead(caller: Caller, { parameters, from, to }: DatasetMeta): Promise<void> {
  if (parameters.events < MANY_DOCUMENTS) return
  const middle = (Date.parse(from) + Date.parse(to)) / 2
  const costOf = async (gte: number, lte: number) => {
    const query = { range: { '@timestamp': { gte, lte, format: 'epoch_millis' } } }
    const body = { size: 0, query, aggs: { a: { cardinality: { field: 'uuid' } } } }
    return (await caller.costOf('network_events', JSON.stringify(body)))?.workMs ?? Infinity
  }
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const [hour, all] = [await costOf(middle, middle + HOUR_MS), await costOf(Date.parse(from), Date.parse(to))]
    if (hour < all * SHARE) return
    if (Date.now() > until) throw new Error(`an hour is still estimated at ${hour} of ${all} ms`)
    await sleep(EVERY_MS)
  }
}
