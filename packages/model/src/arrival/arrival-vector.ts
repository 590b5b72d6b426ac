/** How far somebody has read: by partition of the log, the offset that is next. A partition that is missing is at 0. */
export type ArrivalVector = ReadonlyMap<number, number>

/** A part of the log: one partition, from an offset on, up to but without another. */
export interface LogRange {
  partition: number
  from: number
  to: number
}

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
  for (const { partition, to } of ranges) {
    if (!last || partition < last.partition) position.set(partition, to)
    else if (partition === last.partition) position.set(partition, last.offset + 1)
  }
  return position
}
