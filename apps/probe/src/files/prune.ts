import type { StoredFile } from './file-store.ts'

/** A file of the store, and whether the appliance has it or does not take it. */
export interface PrunableFile extends StoredFile {
  isSettled: boolean
}

export interface PruneLimits {
  /** Settled files are kept for this long. */
  keepMs: number
  /** Bytes that the whole store may take. */
  bytes: number
}

/**
 * The files to remove: settled ones that are old. If the store is still too large, the oldest settled ones, and only
 * then the oldest that are not uploaded yet.
 */
export function toPrune(files: readonly PrunableFile[], { keepMs, bytes }: PruneLimits, now: number): PrunableFile[] {
  const isOld = ({ isSettled, changedAt }: PrunableFile) => isSettled && now - changedAt > keepMs
  const pruned = files.filter(isOld)
  const kept = files.filter((file) => !isOld(file)).toSorted(settledThenOldest)
  let total = kept.reduce((sum, { size }) => sum + size, 0)
  for (const file of kept) {
    if (total <= bytes) break
    pruned.push(file)
    total -= file.size
  }
  return pruned
}

function settledThenOldest(a: PrunableFile, b: PrunableFile): number {
  return Number(b.isSettled) - Number(a.isSettled) || a.changedAt - b.changedAt
}
