import type { ArrivalVector } from '@watchpost/model'

/** Whether one has come at least as far as the other, everywhere. */
export function hasReached(position: ArrivalVector, other: ArrivalVector): boolean {
  for (const [partition, offset] of other) if ((position.get(partition) ?? 0) < offset) return false
  return true
}

/** The further of the two, by partition. */
export function furthest(one: ArrivalVector, other: ArrivalVector): ArrivalVector {
  const result = new Map(one)
  for (const [partition, offset] of other) result.set(partition, Math.max(offset, result.get(partition) ?? 0))
  return result
}

/** Records from one position to another. */
export function distance(from: ArrivalVector, to: ArrivalVector): number {
  let sum = 0
  for (const [partition, offset] of to) sum += Math.max(0, offset - (from.get(partition) ?? 0))
  return sum
}

/** Where the audit stands in a position, next to the partitions of the log: the number of the row that is next. */
export const AUDIT = -1

/** Where statements of coverage come from: they have no place in a position. */
export const COVERAGE = -2

/** The part of a position that the log knows. */
export function inLog(position: ArrivalVector): ArrivalVector {
  if (!position.has(AUDIT)) return position
  const partitions = new Map(position)
  partitions.delete(AUDIT)
  return partitions
}

/** The row of the audit that is next for an export that carries it from a row on. */
export function nextRow(position: ArrivalVector, auditFrom: number): number {
  return Math.max(auditFrom, position.get(AUDIT) ?? 0)
}
