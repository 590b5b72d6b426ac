import type { Disk } from '@watchpost/engine'

/**
 * Bytes that a merge may write before a disk reaches this share of its size. The share is below the disk limit of
 * retention: a merge must not cause the removal of the oldest generation.
 */
export function mergeRoom(disks: readonly Disk[], limit: number): number {
  const rooms = disks.map(({ takenBytes, availableBytes }) => (takenBytes + availableBytes) * limit - takenBytes)
  return rooms.length > 0 ? Math.min(...rooms) : 0
}
