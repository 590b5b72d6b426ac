import type { Disk } from '@watchpost/engine'

/**
 * Bytes that a merge may write before a disk is filled to a share of its size. Below the limit of retention this is: a
 * merge must not be the reason for which the oldest generation is removed.
 */
export function mergeRoom(disks: readonly Disk[], limit: number): number {
  const rooms = disks.map(({ takenBytes, availableBytes }) => (takenBytes + availableBytes) * limit - takenBytes)
  return rooms.length > 0 ? Math.min(...rooms) : 0
}
