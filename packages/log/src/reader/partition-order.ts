/** Called when records expired before they were read. */
export type OnExpired = (partition: number, count: number) => void

export interface PartitionOrderPorts {
  /** The oldest offset that the partition still holds. */
  firstKept(partition: number): Promise<bigint>
  onExpired?: OnExpired | undefined
  now?: () => number
}

/**
 * The records before a gap arrive with the next fetch. If they have not arrived after this long, the client skipped
 * them.
 */
const GAP_MS = 10_000
const LOOK_MS = 1_000

interface Gap {
  since: number
  lookedAt: number
}

export type PartitionOrder = ReturnType<typeof createPartitionOrder>

/**
 * Delivers the records of each partition in order, once and without gaps. The client does not: when the group
 * rebalances, records that it fetched before may come late, twice, or before those that it fetches again. Records that
 * come too early are dropped, because they come again. A gap counts as expired only if the log no longer holds those
 * records. A gap that stays is an error: only a new reader, which starts at the committed position, can close it.
 */
export function createPartitionOrder({ firstKept, onExpired, now = Date.now }: PartitionOrderPorts) {
  const next = new Map<number, bigint>()
  const gaps = new Map<number, Gap>()

  function deliver(partition: number, offset: bigint): true {
    next.set(partition, offset + 1n)
    gaps.delete(partition)
    return true
  }

  async function judgeGap(partition: number, due: bigint, offset: bigint): Promise<boolean> {
    const gap = gaps.get(partition) ?? { since: now(), lookedAt: Number.NEGATIVE_INFINITY }
    gaps.set(partition, gap)
    if (now() - gap.since > GAP_MS)
      throw new Error(`records ${due} to ${offset} of partition ${partition} were skipped`)
    if (now() - gap.lookedAt < LOOK_MS) return false
    gap.lookedAt = now()
    const kept = await firstKept(partition)
    if (kept <= due) return false
    const end = kept < offset ? kept : offset
    onExpired?.(partition, Number(end - due))
    next.set(partition, end)
    return end === offset && deliver(partition, offset)
  }

  return {
    /** Everything before this offset is done. */
    startAt(partition: number, offset: bigint): void {
      if (offset > (next.get(partition) ?? -1n)) next.set(partition, offset)
      gaps.delete(partition)
    },

    /** The partition was recreated, and its offsets start at 0. */
    forget(partition: number): void {
      next.delete(partition)
      gaps.delete(partition)
    },

    /** The next offset to deliver; undefined before the partition was started. */
    nextOf: (partition: number): bigint | undefined => next.get(partition),

    /** Whether to deliver this record. Returns synchronously unless there is a gap before it. */
    accept(partition: number, offset: bigint): boolean | Promise<boolean> {
      const due = next.get(partition)
      if (due === undefined || offset < due) return false
      return offset === due ? deliver(partition, offset) : judgeGap(partition, due, offset)
    },
  }
}
