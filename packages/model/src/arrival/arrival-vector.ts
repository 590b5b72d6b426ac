/** A read position: the next offset for each partition of the log. A missing partition is at 0. */
export type ArrivalVector = ReadonlyMap<number, number>

/** A part of the log: one partition, start offset inclusive, end offset exclusive. */
export interface LogRange {
  partition: number
  from: number
  to: number
  /** Also covers all higher partitions, each from its beginning. */
  andHigher?: true
}

/** The position after everything in a partition of a deleted log, whose end is unknown. */
export const LOG_END = Number.MAX_SAFE_INTEGER

/** Whether a vector is ahead of another in any partition. */
export function isBeyond(vector: ArrivalVector, other: ArrivalVector): boolean {
  return [...vector].some(([partition, offset]) => offset > (other.get(partition) ?? 0))
}

/** The ranges between two positions, by partition. */
export function rangesBetween(from: ArrivalVector, to: ArrivalVector): LogRange[] {
  return [...to]
    .map(([partition, offset]) => ({ partition, from: from.get(partition) ?? 0, to: offset }))
    .filter((range) => range.to > range.from)
    .sort((a, b) => a.partition - b.partition)
}

/** Everything after a position in a deleted log, whose number of partitions is unknown. */
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
 * The position after the records that were read from ranges, sorted by partition and offset. If there may be more, the
 * partition of the last record is read up to that record, earlier partitions completely, and later ones not at all.
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
