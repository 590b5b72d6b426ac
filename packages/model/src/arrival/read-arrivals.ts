import type { ArrivalPosition, Reach } from './arrival-position.ts'
import { type ArrivalVector, type LogRange, positionAfter, rangesBetween, rangesLeft } from './arrival-vector.ts'

/** Reads stored entries by their position in the log. */
export interface ArrivalReader<T> {
  /** The first entries within these ranges of an epoch, by partition and offset. */
  within(epoch: number, ranges: readonly LogRange[], limit: number): Promise<T[]>
  /** The next epoch with stored entries. */
  epochAfter(epoch: number): Promise<number | undefined>
}

export interface Arrivals<T> {
  entries: T[]
  /** The position after these entries. */
  position: ArrivalPosition
  /** There may be more now. */
  hasMore: boolean
}

interface Arrived {
  ingest: { partition: number; offset: number }
}

/** Each range needs two clauses, and the engine limits the clauses of a query. */
const RANGES_AT_ONCE = 256

/**
 * The next arrivals after a position, up to the reach: epoch by epoch, and within an epoch by partition and offset. The
 * log of an earlier epoch is deleted and nothing is added to it: all its stored entries are read, whatever the position
 * of its indexers was. While the newest epoch is closed, entries may still be added to the earlier one, so it is not
 * read.
 */
export async function readArrivals<T extends Arrived>(
  reader: ArrivalReader<T>,
  from: ArrivalPosition,
  reach: Reach,
  limit: number,
): Promise<Arrivals<T>> {
  let position = from
  while (position.epoch < reach.epoch && reach.isOpen) {
    const left = rangesLeft(position.offsets)
    const page = await readPage(reader, position, left, limit)
    position = page.isAll ? await nextEpoch(reader, position.epoch, reach) : page.position
    if (page.entries.length > 0) return { entries: page.entries, position, hasMore: true }
  }
  if (position.epoch !== reach.epoch) return { entries: [], position, hasMore: false }
  const page = await readPage(reader, position, rangesBetween(position.offsets, reach.offsets), limit)
  return { entries: page.entries, position: page.position, hasMore: !page.isAll }
}

async function readPage<T extends Arrived>(
  reader: ArrivalReader<T>,
  { epoch, offsets }: ArrivalPosition,
  wanted: readonly LogRange[],
  limit: number,
): Promise<{ entries: T[]; position: ArrivalPosition; isAll: boolean }> {
  const ranges = wanted.slice(0, RANGES_AT_ONCE)
  const entries = ranges.length > 0 ? await reader.within(epoch, ranges, limit) : []
  const isCut = ranges.length > 0 && entries.length === limit
  const after: ArrivalVector = positionAfter(offsets, ranges, isCut ? entries.at(-1)?.ingest : undefined)
  return { entries, position: { epoch, offsets: after }, isAll: !isCut && ranges.length === wanted.length }
}

async function nextEpoch(reader: ArrivalReader<unknown>, epoch: number, reach: Reach): Promise<ArrivalPosition> {
  const stored = (await reader.epochAfter(epoch)) ?? reach.epoch
  return { epoch: Math.min(stored, reach.epoch), offsets: new Map() }
}
