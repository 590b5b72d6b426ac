/** How far someone has read: by partition of the log, the offset that is next. A partition that is missing is at 0. */
export type ArrivalVector = ReadonlyMap<number, number>

/** A part of the log: one partition, from an offset on, up to but without another. */
export interface LogRange {
  partition: number
  from: number
  to: number
  /** Stands for all higher partitions too, each from its beginning. */
  andHigher?: true
}

/** The position after everything in a partition whose log is gone: where it ended is not known. */
export const LOG_END = Number.MAX_SAFE_INTEGER

/** Whether one has come further than the other anywhere. */
export function isBeyond(vector: ArrivalVector, other: ArrivalVector): boolean {
  return [...vector].some(([partition, offset]) => offset > (other.get(partition) ?? 0))
}

/** What lies between two positions, by partition. */
export function rangesBetween(from: ArrivalVector, to: ArrivalVector): LogRange[] {
  return [...to]
    .map(([partition, offset]) => ({ partition, from: from.get(partition) ?? 0, to: offset }))
    .filter((range) => range.to > range.from)
    .sort((a, b) => a.partition - b.partition)
}

/** Everything after a position in a log that is gone; how many partitions it had is not known. */
export function rangesLeft(from: ArrivalVector): LogRange[] {
  const partitions = Math.max(-1, ...from.keys()) + 1
  const known = Array.from({ length: partitions }, (_, partition) => ({
    partition,
    from: from.get(partition) ?? 0,
    to: LOG_END,
  }))
  return [
    ...known.filter((range) => range.from < LOG_END),
    { partition: partitions, from: 0, to: LOG_END, andHigher: true },
  ]
}

/**
 * The position after what was read of ranges, sorted by partition and offset. Where there may be more than was taken,
 * the partition of the last one is read up to that one, those before it wholly, those after it not at all.
 */
export function positionAfter(
  from: ArrivalVector,
  ranges: readonly LogRange[],
  last: { partition: number; offset: number } | undefined,
): ArrivalVector {
  const position = new Map(from)
  for (const { partition, to, andHigher } of ranges) {
    if (!last || partition < last.partition) position.set(partition, to)
    if (!last) continue
    if (andHigher) for (let each = partition; each < last.partition; each++) position.set(each, to)
    if (partition === last.partition || (andHigher && partition < last.partition))
      position.set(last.partition, last.offset + 1)
  }
  return position
}
