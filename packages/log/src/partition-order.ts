/** Told when records expired before they were read. */
export type OnExpired = (partition: number, count: number) => void

export interface PartitionOrderPorts {
  /** The oldest offset that the partition still holds. */
  firstKept(partition: number): Promise<bigint>
  /** Makes the client fetch this offset next. */
  rewind(partition: number, offset: bigint): void
  onExpired?: OnExpired | undefined
}

/** A gap that is still there after so many fetches is real, whatever made it. */
const MAX_REWINDS = 5

export type PartitionOrder = ReturnType<typeof createPartitionOrder>

/**
 * Delivers the records of each partition in order, each once and without gaps. The client does not: when the group
 * rebalances, an answer that was under way may be delivered late, be repeated, or move its position past records that
 * were discarded. A gap counts as expired only if the log no longer holds those records.
 */
export function createPartitionOrder({ firstKept, rewind, onExpired }: PartitionOrderPorts) {
  const next = new Map<number, bigint>()
  const rewinds = new Map<number, number>()

  function deliver(partition: number, offset: bigint): true {
    next.set(partition, offset + 1n)
    rewinds.delete(partition)
    return true
  }

  async function passGap(partition: number, due: bigint, offset: bigint): Promise<boolean> {
    const kept = await firstKept(partition)
    const tries = (rewinds.get(partition) ?? 0) + 1
    if (kept <= due && tries <= MAX_REWINDS) {
      rewinds.set(partition, tries)
      rewind(partition, due)
      return false
    }
    const end = kept > due && kept < offset ? kept : offset
    onExpired?.(partition, Number(end - due))
    if (end === offset) return deliver(partition, offset)
    next.set(partition, end)
    rewind(partition, end)
    return false
  }

  return {
    /** Everything before this offset is done. */
    startAt(partition: number, offset: bigint): void {
      if (offset > (next.get(partition) ?? -1n)) next.set(partition, offset)
    },

    /** The partition is read by another copy now. */
    forget(partition: number): void {
      next.delete(partition)
      rewinds.delete(partition)
    },

    isStarted: (partition: number): boolean => next.has(partition),
    partitions: (): number[] => [...next.keys()],

    /** Whether this record is to be delivered. Answers at once unless there is a gap before it. */
    accept(partition: number, offset: bigint): boolean | Promise<boolean> {
      const due = next.get(partition)
      if (due === undefined || offset < due) return false
      return offset === due ? deliver(partition, offset) : passGap(partition, due, offset)
    },
  }
}
