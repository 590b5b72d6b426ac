import type { ArrivalVector } from '@watchpost/model'

/** True if the position is at or beyond the other in every partition. */
export function hasReached(position: ArrivalVector, other: ArrivalVector): boolean {
  for (const [partition, offset] of other) if ((position.get(partition) ?? 0) < offset) return false
  return true
}

/** The maximum of both, by partition. */
export function furthest(one: ArrivalVector, other: ArrivalVector): ArrivalVector {
  const result = new Map(one)
  for (const [partition, offset] of other) result.set(partition, Math.max(offset, result.get(partition) ?? 0))
  return result
}

/** Number of records from one position to another. */
export function distance(from: ArrivalVector, to: ArrivalVector): number {
  let sum = 0
  for (const [partition, offset] of to) sum += Math.max(0, offset - (from.get(partition) ?? 0))
  return sum
}

/** Key of the audit in a position, next to the partitions of the log. Its value is the number of the next row. */
export const AUDIT = -1

/** Partition number of coverage statements. They are not part of a position. */
export const COVERAGE = -2

/** The log part of a position. */
export function inLog(position: ArrivalVector): ArrivalVector {
  if (!position.has(AUDIT)) return position
  const partitions = new Map(position)
  partitions.delete(AUDIT)
  return partitions
}

/** The next audit row for an export that includes the audit from a given row on. */
export function nextRow(position: ArrivalVector, auditFrom: number): number {
  return Math.max(auditFrom, position.get(AUDIT) ?? 0)
}
