import type { ArrivalPosition, Reach } from './arrival-position.ts'
import { type ArrivalVector, type LogRange, positionAfter, rangesBetween, rangesLeft } from './arrival-vector.ts'

/** Reads what is stored by its place in the log. */
export interface ArrivalReader<T> {
  /** What lies within these ranges of an epoch, by partition and offset: the first so many. */
  within(epoch: number, ranges: readonly LogRange[], limit: number): Promise<T[]>
  /** The first epoch after this one of which anything is stored. */
  epochAfter(epoch: number): Promise<number | undefined>
}

export interface Arrivals<T> {
  entries: T[]
  /** The position after them. */
  position: ArrivalPosition
  /** There may be more right away. */
  hasMore: boolean
}

interface Arrived {
  ingest: { partition: number; offset: number }
}

/** Each range is two clauses, of which a query of the engine takes a bounded number. */
const RANGES_AT_ONCE = 256

/**
 * The next arrivals after a position, up to the reach: epoch by epoch, and within an epoch by partition and offset. The
 * log of an earlier epoch is gone, and nothing is added to it: everything that is stored of it is read, wherever the
 * indexers had come to. While the newest epoch is closed, something may still be added, and an earlier one is not read.
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
